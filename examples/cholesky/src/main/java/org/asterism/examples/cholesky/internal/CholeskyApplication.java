package org.asterism.examples.cholesky.internal;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.ElementType;
import org.asterism.kernels.blas.NotPositiveDefiniteException;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.MemoryTally;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.application.WorkerTally;
import org.osgi.service.component.annotations.Component;

/** Factors a symmetric positive definite matrix, from a file or generated, and checks the result. */
@Component(
        property = {
            Application.NAME + "=cholesky",
            Application.DESCRIPTION + "=Tiled Cholesky factorisation of a symmetric positive definite matrix"
        })
public final class CholeskyApplication implements Application {
    private static final int DEFAULT_ORDER = 2048;
    private static final int DEFAULT_TILE = 256;
    private static final int LARGEST_TILE = 8192;
    private static final int LARGEST_ORDER = 10_000_000;
    private static final int MOST_TASKS = 10_000_000;
    private static final int MOST_TILES = 390; // more tiles take more tasks
    private static final double GIBIBYTE = 1L << 30;

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption(
                        "matrix",
                        "FILE",
                        "the matrix, in Matrix Market form: coordinate or array, real or integer, symmetric"),
                new ApplicationOption(
                        "n", "N", "generate a matrix of N rows instead, from --seed; default " + DEFAULT_ORDER),
                new ApplicationOption(
                        "tile", "B", "rows and columns of a tile, 1 to " + LARGEST_TILE + "; default " + DEFAULT_TILE),
                new ApplicationOption(
                        "nt",
                        "T",
                        "generate a matrix of T tiles per column instead: T times B rows; 1 to " + MOST_TILES),
                new ApplicationOption(
                        "precision",
                        "NAME",
                        "what the matrix consists of: single or double; default double, in a simulation that runs no"
                                + " kernels single"),
                ApplicationOption.flag(
                        "no-check", "leave out the check of the residual, which takes about as long again"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        Optional<Path> file = run.file("matrix");
        int tile = (int) run.integer("tile", DEFAULT_TILE, 1, LARGEST_TILE);
        boolean imagined = run.runtime()
                .simulation()
                .map(simulation -> !simulation.executes())
                .orElse(false);
        ElementType element = precision(run, imagined);
        if (imagined) {
            return imagine(run, tile, element);
        }
        SymmetricMatrix matrix = file.isPresent() ? read(file.get(), run, tile, element) : generate(run, tile, element);
        tile = Math.min(tile, matrix.order());
        requireFewTasks(matrix.order(), tile);
        try (TiledMatrix tiled =
                TiledMatrix.allocate(run.runtime(), "A", Tiling.lower(element, matrix.order(), tile))) {
            tiled.fill(matrix);
            Map<String, Object> fields = factor(run, tiled);
            boolean correct = run.flag("no-check") || check(tiled, matrix, fields);
            return new ApplicationResult(correct, fields);
        } catch (TasksFailedException failure) {
            throw explained(failure, file);
        }
    }

    /**
     * Has a matrix factored that nobody has memory for, by kernels that nobody runs: there is nothing to fill or check.
     */
    private static ApplicationResult imagine(ApplicationRun run, int tile, ElementType element)
            throws InterruptedException {
        if (run.option("matrix").isPresent()) {
            throw new UsageException("--matrix needs kernels that run, and this simulation does not run them:"
                    + " give --n or --nt, or --execute");
        }
        int order = (int) order(run, tile);
        int size = Math.min(tile, order);
        requireFewTasks(order, size);
        try (TiledMatrix tiles = TiledMatrix.imagine(run.runtime(), "A", Tiling.lower(element, order, size))) {
            Map<String, Object> fields = factor(run, tiles);
            fields.put("checked", false);
            return new ApplicationResult(true, fields);
        }
    }

    private static ElementType precision(ApplicationRun run, boolean imagined) {
        String name = run.option("precision").orElse(imagined ? "single" : "double");
        return switch (name) {
            case "double" -> ElementType.DOUBLE;
            case "single" -> ElementType.FLOAT;
            default -> throw new UsageException("--precision is '" + name + "'; allowed are single and double");
        };
    }

    /** The order that --n or --nt ask for. */
    private static long order(ApplicationRun run, int tile) {
        if (run.option("nt").isEmpty()) {
            return run.integer("n", DEFAULT_ORDER, 1, LARGEST_ORDER);
        }
        if (run.option("n").isPresent() || run.option("matrix").isPresent()) {
            throw new UsageException("--nt excludes --n and --matrix: it says how large a matrix to generate");
        }
        return run.integer("nt", 1, 1, MOST_TILES) * tile;
    }

    private static void requireFewTasks(int order, int tile) {
        double tasks = Factorisation.tasks(Tiling.count(order, tile));
        if (tasks > MOST_TASKS) {
            throw new UsageException(String.format(
                    "--tile %d cuts a matrix of %d rows into %.0f tasks; choose larger tiles, so that there are at "
                            + "most %d",
                    tile, order, tasks, MOST_TASKS));
        }
    }

    private static SymmetricMatrix read(Path file, ApplicationRun run, int tile, ElementType element)
            throws IOException {
        if (run.option("n").isPresent() || run.option("nt").isPresent()) {
            throw new UsageException("--matrix and --n or --nt exclude each other: read a matrix, or generate one");
        }
        return MatrixMarketReader.read(file, mostRows(tile, element));
    }

    private static SymmetricMatrix generate(ApplicationRun run, int tile, ElementType element) {
        long order = order(run, tile);
        if (order > mostRows(tile, element)) {
            throw new UsageException(String.format(
                    "--n %d needs %.1f GiB of memory, this machine has %.1f; at most --n %d fits",
                    order,
                    element.bytes() * (order * (double) (order + tile)) / 2 / GIBIBYTE,
                    memory() / GIBIBYTE,
                    mostRows(tile, element)));
        }
        return new GeneratedMatrix((int) order, run.seed());
    }

    /** The order whose tiles would fill all memory that this process may use. */
    private static long mostRows(int tile, ElementType element) {
        double half = tile / 2.0;
        double order = Math.sqrt(half * half + 2 * memory() / element.bytes()) - half;
        return (long) Math.min(LARGEST_ORDER, order);
    }

    private static double memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static Map<String, Object> factor(ApplicationRun run, TiledMatrix tiles) throws InterruptedException {
        Factorisation factorisation = new Factorisation(run, tiles);
        Tiling tiling = tiles.tiling();
        long tasks = (long) Factorisation.tasks(tiling.tileRows());
        run.expectTasks(tasks);
        WorkerTally tally = new WorkerTally(run.runtime());
        MemoryTally moved = new MemoryTally(run.runtime());
        long start = run.runtime().clock().nanoTime();
        factorisation.submit();
        run.runtime().waitAll();
        long nanoseconds = run.runtime().clock().nanoTime() - start;

        SchedulingContext context = run.runtime().defaultContext();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("n", tiling.rows());
        fields.put("tile", tiling.tile());
        fields.put("nt", tiling.tileRows());
        fields.put("precision", tiling.element() == ElementType.FLOAT ? "single" : "double");
        fields.put("tasks", tasks);
        fields.put("time_ms", nanoseconds / 1e6);
        fields.put("gflops", Factorisation.operations(tiling.rows()) / nanoseconds);
        fields.put("tasks_per_worker", tally.counts());
        fields.put("tasks_per_architecture", tally.countsPerArchitecture());
        fields.put("bytes_received", moved.received());
        fields.put("policy", context.policy().orElse(context.wantedPolicy()));
        return fields;
    }

    private static boolean check(TiledMatrix tiled, SymmetricMatrix matrix, Map<String, Object> fields)
            throws InterruptedException {
        double residual = Residual.of(tiled, matrix);
        double bound = Residual.bound(matrix.order(), tiled.tiling().element());
        boolean correct = residual <= bound;
        fields.put("residual", residual);
        fields.put("residual_bound", bound);
        fields.put("correct", correct);
        return correct;
    }

    /** A matrix that is not positive definite is the user's mistake; any other failure is not. */
    private static RuntimeException explained(TasksFailedException failure, Optional<Path> file) {
        for (Throwable one : failure.failures()) {
            for (Throwable cause = one; cause != null; cause = cause.getCause()) {
                if (cause instanceof NotPositiveDefiniteException found && file.isPresent()) {
                    String became = Double.isNaN(found.pivot()) ? "did not become positive" : "became " + found.pivot();
                    return new UsageException("matrix file " + file.get()
                            + ": the matrix is not positive definite: the pivot of row " + (found.row() + 1)
                            + " (counted from 1, as in the file) " + became);
                }
            }
        }
        return failure;
    }
}
