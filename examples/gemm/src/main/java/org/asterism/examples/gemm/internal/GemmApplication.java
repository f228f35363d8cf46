package org.asterism.examples.gemm.internal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.SchedulingContext;
import org.asterism.api.data.ElementType;
import org.asterism.kernels.blas.tiled.RandomElements;
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

/** Multiplies two random matrices, tile by tile, and checks the product. */
@Component(
        property = {
            Application.NAME + "=gemm",
            Application.DESCRIPTION + "=Tiled product of two dense matrices, C = A B"
        })
public final class GemmApplication implements Application {
    private static final int DEFAULT_ORDER = 2048;
    private static final int DEFAULT_TILE = 256;
    private static final int LARGEST_TILE = 8192;
    private static final int LARGEST_ORDER = 1_000_000;
    private static final int MOST_TILES = 215; // more tiles take more tasks
    private static final double MOST_TASKS = 10_000_000;
    private static final double GIBIBYTE = 1L << 30;

    /** The sizes of A, rows x depth, and B, depth x columns. */
    private record Sizes(int rows, int columns, int depth, int tile) {
        double tasks() {
            return (double) Tiling.count(rows, tile) * Tiling.count(columns, tile) * Tiling.count(depth, tile);
        }

        double elements() {
            return (double) rows * depth + (double) depth * columns + (double) rows * columns;
        }
    }

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption("n", "N", "order of the matrices, from --seed; default " + DEFAULT_ORDER),
                new ApplicationOption("m", "M", "rows of A and C, if not N"),
                new ApplicationOption("k", "K", "columns of A and rows of B, if not N"),
                new ApplicationOption(
                        "tile", "B", "rows and columns of a tile, 1 to " + LARGEST_TILE + "; default " + DEFAULT_TILE),
                new ApplicationOption(
                        "nt", "T", "square matrices of T tiles per column instead: T times B rows; 1 to " + MOST_TILES),
                new ApplicationOption(
                        "precision",
                        "NAME",
                        "what the matrices consist of: single or double; default double, in a simulation that runs no"
                                + " kernels single"),
                ApplicationOption.flag("check", "check every element of the product: the default"),
                ApplicationOption.flag("no-check", "leave out the check, which takes about as long again"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        if (run.flag("check") && run.flag("no-check")) {
            throw new UsageException("--check and --no-check exclude each other: give one or none");
        }
        boolean imagined = run.runtime()
                .simulation()
                .map(simulation -> !simulation.executes())
                .orElse(false);
        if (imagined && run.flag("check")) {
            throw new UsageException("--check needs kernels that run, and this simulation does not run them:"
                    + " leave it out, or give --execute");
        }
        ElementType element = precision(run, imagined);
        Sizes sizes = sizes(run);
        requireFewTasks(sizes);
        if (!imagined) {
            requireMemory(sizes, element);
        }
        try (TiledMatrix a = matrix(run, "A", sizes.rows, sizes.depth, sizes.tile, element, imagined);
                TiledMatrix b = matrix(run, "B", sizes.depth, sizes.columns, sizes.tile, element, imagined);
                TiledMatrix c = matrix(run, "C", sizes.rows, sizes.columns, sizes.tile, element, imagined)) {
            if (!imagined) {
                a.fill(new RandomElements(run.seed(), sizes.depth));
                b.fill(new RandomElements(~run.seed(), sizes.columns));
            }
            Map<String, Object> fields = multiply(run, sizes, a, b, c);
            if (imagined) {
                fields.put("checked", false);
            }
            boolean correct = imagined || run.flag("no-check") || check(a, b, c, fields);
            return new ApplicationResult(correct, fields);
        }
    }

    private static TiledMatrix matrix(
            ApplicationRun run, String name, int rows, int columns, int tile, ElementType element, boolean imagined) {
        Tiling tiling = Tiling.full(element, rows, columns, tile);
        return imagined
                ? TiledMatrix.imagine(run.runtime(), name, tiling)
                : TiledMatrix.allocate(run.runtime(), name, tiling);
    }

    private static ElementType precision(ApplicationRun run, boolean imagined) {
        String name = run.option("precision").orElse(imagined ? "single" : "double");
        return switch (name) {
            case "double" -> ElementType.DOUBLE;
            case "single" -> ElementType.FLOAT;
            default -> throw new UsageException("--precision is '" + name + "'; allowed are single and double");
        };
    }

    private static Sizes sizes(ApplicationRun run) {
        int tile = (int) run.integer("tile", DEFAULT_TILE, 1, LARGEST_TILE);
        if (run.option("nt").isPresent()) {
            if (run.option("n").isPresent()
                    || run.option("m").isPresent()
                    || run.option("k").isPresent()) {
                throw new UsageException("--nt excludes --n, --m and --k: it says how large the matrices are");
            }
            int order = (int) run.integer("nt", 1, 1, MOST_TILES) * tile;
            return new Sizes(order, order, order, tile);
        }
        int columns = (int) run.integer("n", DEFAULT_ORDER, 1, LARGEST_ORDER);
        int rows = (int) run.integer("m", columns, 1, LARGEST_ORDER);
        int depth = (int) run.integer("k", columns, 1, LARGEST_ORDER);
        return new Sizes(rows, columns, depth, Math.min(tile, Math.max(rows, Math.max(columns, depth))));
    }

    private static void requireFewTasks(Sizes sizes) {
        if (sizes.tasks() > MOST_TASKS) {
            throw new UsageException(String.format(
                    "--tile %d cuts the work into %.0f tasks; choose larger tiles, so that there are at most %.0f",
                    sizes.tile, sizes.tasks(), MOST_TASKS));
        }
    }

    private static void requireMemory(Sizes sizes, ElementType element) {
        double needed = sizes.elements() * element.bytes();
        double there =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        if (needed > there) {
            throw new UsageException(String.format(
                    "the matrices need %.1f GiB of memory, this machine has %.1f: give smaller ones with --n, --m, "
                            + "--k or --nt",
                    needed / GIBIBYTE, there / GIBIBYTE));
        }
    }

    private static Map<String, Object> multiply(
            ApplicationRun run, Sizes sizes, TiledMatrix a, TiledMatrix b, TiledMatrix c) throws InterruptedException {
        long tasks = (long) sizes.tasks();
        run.expectTasks(tasks);
        WorkerTally tally = new WorkerTally(run.runtime());
        MemoryTally moved = new MemoryTally(run.runtime());
        long start = run.runtime().clock().nanoTime();
        new Multiplication(run, a, b, c).submit();
        run.runtime().waitAll();
        long nanoseconds = run.runtime().clock().nanoTime() - start;

        SchedulingContext context = run.runtime().defaultContext();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("m", sizes.rows);
        fields.put("n", sizes.columns);
        fields.put("k", sizes.depth);
        fields.put("tile", sizes.tile);
        fields.put("precision", a.tiling().element() == ElementType.FLOAT ? "single" : "double");
        fields.put("tasks", tasks);
        fields.put("time_ms", nanoseconds / 1e6);
        fields.put("gflops", Multiplication.operations(sizes.rows, sizes.columns, sizes.depth) / nanoseconds);
        fields.put("tasks_per_worker", tally.counts());
        fields.put("tasks_per_architecture", tally.countsPerArchitecture());
        fields.put("bytes_received", moved.received());
        fields.put("policy", context.policy().orElse(context.wantedPolicy()));
        return fields;
    }

    private static boolean check(TiledMatrix a, TiledMatrix b, TiledMatrix c, Map<String, Object> fields)
            throws InterruptedException {
        double residual = Residual.of(a, b, c);
        double bound = Residual.bound(a.tiling().columns(), a.tiling().element());
        boolean correct = residual <= bound;
        fields.put("residual", residual);
        fields.put("residual_bound", bound);
        fields.put("correct", correct);
        return correct;
    }
}
