package org.asterism.kernels.blas.tiled;

import java.lang.management.ManagementFactory;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.asterism.api.data.ElementType;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;

/**
 * The options that applications on dense matrices have in common: tile, size, precision and check. All methods refuse a
 * wrong value with a {@link UsageException} that names the option and the allowed values. Not thread-safe.
 *
 * @param run the run, which gives the values
 * @param imagined whether matrices have no memory, because the run is a simulation without kernels
 * @param element the precision: float or double
 * @param tile rows and columns of a tile, from 1
 */
public record DenseOptions(ApplicationRun run, boolean imagined, ElementType element, int tile) {
    /** The number of rows if the user names none. */
    public static final int DEFAULT_ORDER = 2048;

    private static final int DEFAULT_TILE = 256;
    private static final int LARGEST_TILE = 8192;
    private static final double GIBIBYTE = 1L << 30;

    /**
     * Reads tile and precision.
     *
     * @param run gives the values
     * @return the options
     */
    public static DenseOptions of(ApplicationRun run) {
        boolean imagined = run.runtime()
                .simulation()
                .map(simulation -> !simulation.executes())
                .orElse(false);
        String precision = run.option("precision").orElse(imagined ? "single" : "double");
        ElementType element = switch (precision) {
            case "double" -> ElementType.DOUBLE;
            case "single" -> ElementType.FLOAT;
            default -> throw new UsageException("--precision is '" + precision + "'; allowed are single and double");
        };
        return new DenseOptions(run, imagined, element, (int) run.integer("tile", DEFAULT_TILE, 1, LARGEST_TILE));
    }

    /** {@return the option {@code --tile}} */
    public static ApplicationOption tileOption() {
        return new ApplicationOption(
                "tile", "B", "rows and columns of a tile, 1 to " + LARGEST_TILE + "; default " + DEFAULT_TILE);
    }

    /**
     * {@return the option {@code --nt}}
     *
     * @param matrix the beginning of its text, such as "a matrix"
     * @param most the largest number of tiles per column
     */
    public static ApplicationOption tilesOption(String matrix, int most) {
        return new ApplicationOption(
                "nt", "T", matrix + " of T tiles per column instead: T times B rows; 1 to " + most);
    }

    /**
     * {@return the option {@code --precision}}
     *
     * @param consists subject and verb of its text, such as "the matrix consists"
     */
    public static ApplicationOption precisionOption(String consists) {
        String text = " of: single or double; default double, in a simulation that runs no kernels single";
        return new ApplicationOption("precision", "NAME", "what " + consists + text);
    }

    /** {@return whether to check the result, as {@code --check}, {@code --no-check} and the simulation demand} */
    public boolean checks() {
        if (run.flag("check") && run.flag("no-check")) {
            throw new UsageException("--check and --no-check exclude each other: give one or none");
        }
        if (imagined && run.flag("check")) {
            throw new UsageException("--check needs kernels that run, and this simulation does not run them:"
                    + " leave it out, or give --execute");
        }
        return !imagined && !run.flag("no-check");
    }

    /**
     * Reads {@code --nt}.
     *
     * @param most the largest number of tiles per column
     * @param conflict the option that {@code --nt} excludes and the reason, for the message
     * @param excluded the options that must not be given with it
     * @return the order of a square matrix, in rows; empty if the user did not give {@code --nt}
     */
    public OptionalInt orderInTiles(int most, String conflict, String... excluded) {
        if (run.option("nt").isEmpty()) {
            return OptionalInt.empty();
        }
        if (Stream.of(excluded).anyMatch(option -> run.option(option).isPresent())) {
            throw new UsageException("--nt excludes " + conflict);
        }
        return OptionalInt.of((int) run.integer("nt", 1, 1, most) * tile);
    }

    /**
     * Makes a matrix: with memory, unless matrices are imagined.
     *
     * @param name of the matrix
     * @param tiling the division of the matrix
     * @return the tiles, to be closed when the tasks on them have ended
     */
    public TiledMatrix matrix(String name, Tiling tiling) {
        return imagined
                ? TiledMatrix.imagine(run.runtime(), name, tiling)
                : TiledMatrix.allocate(run.runtime(), name, tiling);
    }

    /**
     * Refuses matrices that do not fit into memory. Imagined ones always do.
     *
     * @param bytes the size of the matrices
     * @param need the beginning of the message, such as "the matrices need"
     * @param remedy its end
     */
    public void requireMemory(double bytes, String need, String remedy) {
        if (!imagined && bytes > memory()) {
            throw new UsageException(String.format(
                    "%s %.1f GiB of memory, this machine has %.1f%s",
                    need, bytes / GIBIBYTE, memory() / GIBIBYTE, remedy));
        }
    }

    /**
     * Returns the bytes of memory that this process may use. Asks the virtual machine by name, because some containers
     * do not share the package {@code com.sun.management} with bundles.
     *
     * @return infinity if the virtual machine does not say
     */
    public static double memory() {
        try {
            return ((Number) ManagementFactory.getPlatformMBeanServer()
                            .getAttribute(
                                    new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME), "TotalMemorySize"))
                    .doubleValue();
        } catch (JMException unknown) {
            return Double.POSITIVE_INFINITY;
        }
    }
}
