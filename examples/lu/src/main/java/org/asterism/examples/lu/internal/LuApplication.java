package org.asterism.examples.lu.internal;

import java.util.List;
import java.util.SequencedMap;
import org.asterism.kernels.blas.tiled.DenseMeasurement;
import org.asterism.kernels.blas.tiled.DenseOptions;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.RandomElements;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Component;

/** Factors a random square matrix into L and U, with or without exchanging rows, and checks the result. */
@Component(
        property = {
            Application.NAME + "=lu",
            Application.DESCRIPTION + "=Tiled LU factorisation of a square matrix, with or without partial pivoting"
        })
public final class LuApplication implements Application {
    private static final int LARGEST_ORDER = 1_000_000;
    private static final int MOST_TILES = 310; // more tiles take more than ten million tasks

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption(
                        "n", "N", "order of the matrix, from --seed; default " + DenseOptions.DEFAULT_ORDER),
                DenseOptions.tileOption(),
                DenseOptions.tilesOption("a matrix", MOST_TILES),
                new ApplicationOption(
                        "pivoting",
                        "KIND",
                        "none, with a matrix that needs no exchanges of rows, or partial, with one that does; default"
                                + " none"),
                DenseOptions.precisionOption("the matrix consists"),
                ApplicationOption.flag("check", "check the residual: the default"),
                ApplicationOption.flag("no-check", "leave out the check, which takes about as long again"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        DenseOptions options = DenseOptions.of(run);
        boolean checks = options.checks();
        boolean pivoting = pivoting(run);
        Tiling tiling = tiling(options);
        options.requireMemory(
                (double) tiling.rows() * tiling.columns() * tiling.element().bytes(),
                "a matrix of " + tiling.rows() + " rows needs",
                ": give a smaller one with --n or --nt");
        try (LuMatrix matrix = pivoting
                ? new PanelLu(run.runtime(), tiling, options.imagined())
                : new TiledLu(options.matrix("A", tiling))) {
            Elements source = pivoting
                    ? new RandomElements(run.seed(), tiling.columns())
                    : new DominantElements(tiling.columns(), run.seed());
            if (!options.imagined()) {
                matrix.fill(source);
            }
            SequencedMap<String, Object> sizes = DenseMeasurement.sizes(tiling);
            sizes.put("pivoting", pivoting ? "partial" : "none");
            double operations = Operations.factorisation(tiling.rows(), tiling.columns());
            DenseMeasurement measured = new DenseMeasurement(options, sizes)
                    .measure(matrix.tasks(), operations, () -> matrix.factor(new Submission(run)));
            return checks ? measured.checked(Residual.of(matrix, source), Residual.BOUND) : measured.unchecked();
        }
    }

    private static boolean pivoting(ApplicationRun run) {
        String kind = run.option("pivoting").orElse("none");
        return switch (kind) {
            case "none" -> false;
            case "partial" -> true;
            default -> throw new UsageException("--pivoting is '" + kind + "'; allowed are none and partial");
        };
    }

    private static Tiling tiling(DenseOptions options) {
        int tile = options.tile();
        int order = options.orderInTiles(MOST_TILES, "--n: both say how large the matrix is", "n")
                .orElseGet(() -> (int) options.run().integer("n", DenseOptions.DEFAULT_ORDER, 1, LARGEST_ORDER));
        if (Tiling.count(order, tile) > MOST_TILES) {
            throw new UsageException("--tile " + tile + " cuts a matrix of " + order + " rows into "
                    + Tiling.count(order, tile) + " tiles per column; choose larger tiles, so that there are at most "
                    + MOST_TILES);
        }
        return Tiling.full(options.element(), order, order, Math.min(tile, order));
    }
}
