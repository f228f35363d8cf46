package org.asterism.examples.cholesky.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.asterism.api.TasksFailedException;
import org.asterism.kernels.blas.NotPositiveDefiniteException;
import org.asterism.kernels.blas.tiled.DenseMeasurement;
import org.asterism.kernels.blas.tiled.DenseOptions;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Component;

/** Factors a symmetric positive definite matrix, from a file or generated, and checks the result. */
@Component(
        property = {
            Application.NAME + "=cholesky",
            Application.DESCRIPTION + "=Tiled Cholesky factorisation of a symmetric positive definite matrix"
        })
public final class CholeskyApplication implements Application {
    private static final int LARGEST_ORDER = 10_000_000;
    private static final int MOST_TILES = 390; // more tiles take more tasks
    private static final int MOST_TASKS = 10_000_000;

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption(
                        "matrix",
                        "FILE",
                        "the matrix, in Matrix Market form: coordinate or array, real or integer, symmetric"),
                new ApplicationOption(
                        "n",
                        "N",
                        "generate a matrix of N rows instead, from --seed; default " + DenseOptions.DEFAULT_ORDER),
                DenseOptions.tileOption(),
                DenseOptions.tilesOption("generate a matrix", MOST_TILES),
                DenseOptions.precisionOption("the matrix consists"),
                ApplicationOption.flag(
                        "no-check", "leave out the check of the residual, which takes about as long again"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        Optional<Path> file = run.file("matrix");
        DenseOptions options = DenseOptions.of(run);
        if (options.imagined()) {
            return imagine(options);
        }
        SymmetricMatrix matrix = file.isPresent() ? read(file.get(), options) : generate(options);
        try (TiledMatrix tiles = matrix(options, matrix.order())) {
            tiles.fill(matrix);
            DenseMeasurement measured = factor(options, tiles);
            return run.flag("no-check")
                    ? measured.unchecked()
                    : measured.checked(Residual.of(tiles, matrix), Residual.bound(matrix.order(), options.element()));
        } catch (TasksFailedException failure) {
            throw explained(failure, file);
        }
    }

    /** Factors a matrix without memory by kernels that do not run: there is nothing to fill or check. */
    private static ApplicationResult imagine(DenseOptions options) throws InterruptedException {
        if (options.run().option("matrix").isPresent()) {
            throw new UsageException("--matrix needs kernels that run, and this simulation does not run them:"
                    + " give --n or --nt, or --execute");
        }
        try (TiledMatrix tiles = matrix(options, order(options))) {
            return factor(options, tiles).unchecked();
        }
    }

    /** The order that --n or --nt ask for. */
    private static int order(DenseOptions options) {
        String conflict = "--n and --matrix: it says how large a matrix to generate";
        return options.orderInTiles(MOST_TILES, conflict, "n", "matrix")
                .orElseGet(() -> (int) options.run().integer("n", DenseOptions.DEFAULT_ORDER, 1, LARGEST_ORDER));
    }

    private static TiledMatrix matrix(DenseOptions options, int order) {
        int tile = Math.min(options.tile(), order);
        double tasks = Factorisation.tasks(Tiling.count(order, tile));
        if (tasks > MOST_TASKS) {
            throw new UsageException(String.format(
                    "--tile %d cuts a matrix of %d rows into %.0f tasks; choose larger tiles, so that there are at "
                            + "most %d",
                    tile, order, tasks, MOST_TASKS));
        }
        return options.matrix("A", Tiling.lower(options.element(), order, tile));
    }

    private static SymmetricMatrix read(Path file, DenseOptions options) throws IOException {
        if (options.run().option("n").isPresent() || options.run().option("nt").isPresent()) {
            throw new UsageException("--matrix and --n or --nt exclude each other: read a matrix, or generate one");
        }
        return MatrixMarketReader.read(file, mostRows(options));
    }

    private static SymmetricMatrix generate(DenseOptions options) {
        int order = order(options);
        options.requireMemory(
                options.element().bytes() * (order * (double) (order + options.tile())) / 2,
                "--n " + order + " needs",
                "; at most --n " + mostRows(options) + " fits");
        return new GeneratedMatrix(order, options.run().seed());
    }

    /** The order whose tiles would fill all memory that this process may use. */
    private static long mostRows(DenseOptions options) {
        double half = options.tile() / 2.0;
        double order = Math.sqrt(half * half
                        + 2 * DenseOptions.memory() / options.element().bytes())
                - half;
        return (long) Math.min(LARGEST_ORDER, order);
    }

    private static DenseMeasurement factor(DenseOptions options, TiledMatrix tiles) throws InterruptedException {
        Tiling tiling = tiles.tiling();
        Factorisation factorisation = new Factorisation(options.run(), tiles);
        return new DenseMeasurement(options, DenseMeasurement.sizes(tiling))
                .measure(
                        Factorisation.tasks(tiling.tileRows()),
                        Factorisation.operations(tiling.rows()),
                        factorisation::submit);
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
