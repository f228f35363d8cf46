package org.asterism.examples.lu.internal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.ElementType;
import org.asterism.kernels.blas.tiled.Elements;
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

/** Factors a random square matrix into L and U, with or without exchanging rows, and checks the result. */
@Component(
        property = {
            Application.NAME + "=lu",
            Application.DESCRIPTION + "=Tiled LU factorisation of a square matrix, with or without partial pivoting"
        })
public final class LuApplication implements Application {
    private static final int DEFAULT_ORDER = 2048;
    private static final int DEFAULT_TILE = 256;
    private static final int LARGEST_TILE = 8192;
    private static final int LARGEST_ORDER = 1_000_000;
    private static final int MOST_TILES = 310; // more tiles take more than ten million tasks
    private static final double GIBIBYTE = 1L << 30;

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption("n", "N", "order of the matrix, from --seed; default " + DEFAULT_ORDER),
                new ApplicationOption(
                        "tile", "B", "rows and columns of a tile, 1 to " + LARGEST_TILE + "; default " + DEFAULT_TILE),
                new ApplicationOption(
                        "nt", "T", "a matrix of T tiles per column instead: T times B rows; 1 to " + MOST_TILES),
                new ApplicationOption(
                        "pivoting",
                        "KIND",
                        "none, with a matrix that needs no exchanges of rows, or partial, with one that does; default"
                                + " none"),
                new ApplicationOption(
                        "precision",
                        "NAME",
                        "what the matrix consists of: single or double; default double, in a simulation that runs no"
                                + " kernels single"),
                ApplicationOption.flag("check", "check the residual: the default"),
                ApplicationOption.flag("no-check", "leave out the check, which takes about as long again"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        if (run.flag("check") && run.flag("no-check")) {
            throw new UsageException("--check and --no-check exclude each other: give one or none");
        }
        TaskRuntime runtime = run.runtime();
        boolean imagined =
                runtime.simulation().map(simulation -> !simulation.executes()).orElse(false);
        if (imagined && run.flag("check")) {
            throw new UsageException("--check needs kernels that run, and this simulation does not run them:"
                    + " leave it out, or give --execute");
        }
        boolean pivoting = pivoting(run);
        Tiling tiling = tiling(run, precision(run, imagined));
        if (!imagined) {
            requireMemory(tiling);
        }
        try (LuMatrix matrix = matrix(runtime, tiling, pivoting, imagined)) {
            Elements source = pivoting
                    ? new RandomElements(run.seed(), tiling.columns())
                    : new DominantElements(tiling.columns(), run.seed());
            if (!imagined) {
                matrix.fill(source);
            }
            Map<String, Object> fields = factor(run, matrix, pivoting);
            if (imagined) {
                fields.put("checked", false);
            }
            boolean correct = imagined || run.flag("no-check") || check(matrix, source, fields);
            return new ApplicationResult(correct, fields);
        }
    }

    private static LuMatrix matrix(TaskRuntime runtime, Tiling tiling, boolean pivoting, boolean imagined) {
        if (pivoting) {
            return new PanelLu(runtime, tiling, imagined);
        }
        return new TiledLu(
                imagined ? TiledMatrix.imagine(runtime, "A", tiling) : TiledMatrix.allocate(runtime, "A", tiling));
    }

    private static boolean pivoting(ApplicationRun run) {
        String kind = run.option("pivoting").orElse("none");
        return switch (kind) {
            case "none" -> false;
            case "partial" -> true;
            default -> throw new UsageException("--pivoting is '" + kind + "'; allowed are none and partial");
        };
    }

    private static ElementType precision(ApplicationRun run, boolean imagined) {
        String name = run.option("precision").orElse(imagined ? "single" : "double");
        return switch (name) {
            case "double" -> ElementType.DOUBLE;
            case "single" -> ElementType.FLOAT;
            default -> throw new UsageException("--precision is '" + name + "'; allowed are single and double");
        };
    }

    private static Tiling tiling(ApplicationRun run, ElementType element) {
        int tile = (int) run.integer("tile", DEFAULT_TILE, 1, LARGEST_TILE);
        if (run.option("nt").isPresent()) {
            if (run.option("n").isPresent()) {
                throw new UsageException("--nt excludes --n: both say how large the matrix is");
            }
            int order = (int) run.integer("nt", 1, 1, MOST_TILES) * tile;
            return Tiling.full(element, order, order, tile);
        }
        int order = (int) run.integer("n", DEFAULT_ORDER, 1, LARGEST_ORDER);
        if (Tiling.count(order, tile) > MOST_TILES) {
            throw new UsageException("--tile " + tile + " cuts a matrix of " + order + " rows into "
                    + Tiling.count(order, tile) + " tiles per column; choose larger tiles, so that there are at most "
                    + MOST_TILES);
        }
        return Tiling.full(element, order, order, Math.min(tile, order));
    }

    private static void requireMemory(Tiling tiling) {
        double needed =
                (double) tiling.rows() * tiling.columns() * tiling.element().bytes();
        double there =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        if (needed > there) {
            throw new UsageException(String.format(
                    "a matrix of %d rows needs %.1f GiB of memory, this machine has %.1f: give a smaller one with --n "
                            + "or --nt",
                    tiling.rows(), needed / GIBIBYTE, there / GIBIBYTE));
        }
    }

    private static Map<String, Object> factor(ApplicationRun run, LuMatrix matrix, boolean pivoting)
            throws InterruptedException {
        TaskRuntime runtime = run.runtime();
        Tiling tiling = matrix.tiling();
        run.expectTasks(matrix.tasks());
        WorkerTally tally = new WorkerTally(runtime);
        MemoryTally moved = new MemoryTally(runtime);
        long start = runtime.clock().nanoTime();
        matrix.factor(new Submission(run));
        runtime.waitAll();
        long nanoseconds = runtime.clock().nanoTime() - start;

        SchedulingContext context = runtime.defaultContext();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("n", tiling.rows());
        fields.put("tile", tiling.tile());
        fields.put("nt", tiling.tileRows());
        fields.put("pivoting", pivoting ? "partial" : "none");
        fields.put("precision", tiling.element() == ElementType.FLOAT ? "single" : "double");
        fields.put("tasks", matrix.tasks());
        fields.put("time_ms", nanoseconds / 1e6);
        fields.put("gflops", Operations.factorisation(tiling.rows(), tiling.columns()) / nanoseconds);
        fields.put("tasks_per_worker", tally.counts());
        fields.put("tasks_per_architecture", tally.countsPerArchitecture());
        fields.put("bytes_received", moved.received());
        fields.put("policy", context.policy().orElse(context.wantedPolicy()));
        return fields;
    }

    private static boolean check(LuMatrix matrix, Elements source, Map<String, Object> fields)
            throws InterruptedException {
        double residual = Residual.of(matrix, source);
        boolean correct = residual <= Residual.BOUND;
        fields.put("residual", residual);
        fields.put("residual_bound", Residual.BOUND);
        fields.put("correct", correct);
        return correct;
    }
}
