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
import org.asterism.kernels.blas.NotPositiveDefiniteException;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
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
                ApplicationOption.flag(
                        "no-check", "leave out the check of the residual, which takes about as long again"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        Optional<Path> file = run.file("matrix");
        int tile = (int) run.integer("tile", DEFAULT_TILE, 1, LARGEST_TILE);
        SymmetricMatrix matrix = file.isPresent() ? read(file.get(), run, tile) : generate(run, tile);
        tile = Math.min(tile, matrix.order());
        double tasks = Factorisation.tasks(TiledMatrix.tiles(matrix.order(), tile));
        if (tasks > MOST_TASKS) {
            throw new UsageException(String.format(
                    "--tile %d cuts a matrix of %d rows into %.0f tasks; choose larger tiles, so that there are at most %d",
                    tile, matrix.order(), tasks, MOST_TASKS));
        }
        try (TiledMatrix tiled = new TiledMatrix(run.runtime(), matrix, tile)) {
            tiled.fill(run.runtime());
            return factor(run, tiled, tile, (long) tasks);
        } catch (TasksFailedException failure) {
            throw explained(failure, file);
        }
    }

    private static SymmetricMatrix read(Path file, ApplicationRun run, int tile) throws IOException {
        if (run.option("n").isPresent()) {
            throw new UsageException("--matrix and --n exclude each other: read a matrix, or generate one");
        }
        return MatrixMarketReader.read(file, mostRows(tile));
    }

    private static SymmetricMatrix generate(ApplicationRun run, int tile) {
        long order = run.integer("n", DEFAULT_ORDER, 1, LARGEST_ORDER);
        if (order > mostRows(tile)) {
            throw new UsageException(String.format(
                    "--n %d needs %.1f GiB of memory, this machine has %.1f; at most --n %d fits",
                    order, TiledMatrix.bytes(order, tile) / GIBIBYTE, memory() / GIBIBYTE, mostRows(tile)));
        }
        return new GeneratedMatrix((int) order, run.seed());
    }

    /** The order whose tiles would fill all memory that this process may use. */
    private static long mostRows(int tile) {
        double half = tile / 2.0;
        double order = Math.sqrt(half * half + 2 * memory() / Double.BYTES) - half;
        return (long) Math.min(LARGEST_ORDER, order);
    }

    private static double memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static ApplicationResult factor(ApplicationRun run, TiledMatrix tiled, int tile, long tasks)
            throws InterruptedException {
        Factorisation factorisation = new Factorisation(run, tiled);
        run.expectTasks(tasks);
        WorkerTally tally = new WorkerTally(run.runtime());
        long start = run.runtime().clock().nanoTime();
        factorisation.submit();
        run.runtime().waitAll();
        long nanoseconds = run.runtime().clock().nanoTime() - start;
        Map<String, Long> counts = tally.counts();

        int order = tiled.source().order();
        SchedulingContext context = run.runtime().defaultContext();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("n", order);
        fields.put("tile", tile);
        fields.put("tasks", tasks);
        fields.put("time_ms", nanoseconds / 1e6);
        fields.put("gflops", Factorisation.operations(order) / nanoseconds);
        boolean correct = true;
        if (!run.flag("no-check")) {
            double residual = Residual.of(tiled, run.runtime());
            correct = residual <= Residual.bound(order);
            fields.put("residual", residual);
            fields.put("residual_bound", Residual.bound(order));
            fields.put("correct", correct);
        }
        fields.put("tasks_per_worker", counts);
        fields.put("policy", context.policy().orElse(context.wantedPolicy()));
        return new ApplicationResult(correct, fields);
    }

    /** A matrix that is not positive definite is the user's mistake; any other failure is not. */
    private static RuntimeException explained(TasksFailedException failure, Optional<Path> file) {
        for (Throwable one : failure.failures()) {
            for (Throwable cause = one; cause != null; cause = cause.getCause()) {
                if (cause instanceof NotPositiveDefiniteException found && file.isPresent()) {
                    return new UsageException("matrix file " + file.get()
                            + ": the matrix is not positive definite: the pivot of row " + (found.row() + 1)
                            + " (counted from 1, as in the file) became " + found.pivot());
                }
            }
        }
        return failure;
    }
}
