package org.asterism.examples.gemm.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.asterism.api.data.ElementType;
import org.asterism.kernels.blas.tiled.DenseMeasurement;
import org.asterism.kernels.blas.tiled.DenseOptions;
import org.asterism.kernels.blas.tiled.RandomElements;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Component;

/** Multiplies two random matrices, tile by tile, and checks the product. */
@Component(
        property = {
            Application.NAME + "=gemm",
            Application.DESCRIPTION + "=Tiled product of two dense matrices, C = A B"
        })
public final class GemmApplication implements Application {
    private static final int LARGEST_ORDER = 1_000_000;
    private static final int MOST_TILES = 215; // more tiles take more tasks
    private static final double MOST_TASKS = 10_000_000;

    /** The sizes of A, rows x depth, and B, depth x columns. */
    private record Sizes(int rows, int columns, int depth, int tile) {
        double tasks() {
            return (double) Tiling.count(rows, tile) * Tiling.count(columns, tile) * Tiling.count(depth, tile);
        }

        double elements() {
            return (double) rows * depth + (double) depth * columns + (double) rows * columns;
        }

        SequencedMap<String, Object> fields() {
            SequencedMap<String, Object> fields = new LinkedHashMap<>();
            fields.put("m", rows);
            fields.put("n", columns);
            fields.put("k", depth);
            fields.put("tile", tile);
            return fields;
        }
    }

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption(
                        "n", "N", "order of the matrices, from --seed; default " + DenseOptions.DEFAULT_ORDER),
                new ApplicationOption("m", "M", "rows of A and C, if not N"),
                new ApplicationOption("k", "K", "columns of A and rows of B, if not N"),
                DenseOptions.tileOption(),
                DenseOptions.tilesOption("square matrices", MOST_TILES),
                DenseOptions.precisionOption("the matrices consist"),
                ApplicationOption.flag("check", "check every element of the product: the default"),
                ApplicationOption.flag("no-check", "leave out the check, which takes about as long again"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        DenseOptions options = DenseOptions.of(run);
        boolean checks = options.checks();
        ElementType element = options.element();
        Sizes sizes = sizes(options);
        if (sizes.tasks() > MOST_TASKS) {
            throw new UsageException(String.format(
                    "--tile %d cuts the work into %.0f tasks; choose larger tiles, so that there are at most %.0f",
                    sizes.tile, sizes.tasks(), MOST_TASKS));
        }
        options.requireMemory(
                sizes.elements() * element.bytes(),
                "the matrices need",
                ": give smaller ones with --n, --m, --k or --nt");
        try (TiledMatrix a = options.matrix("A", Tiling.full(element, sizes.rows, sizes.depth, sizes.tile));
                TiledMatrix b = options.matrix("B", Tiling.full(element, sizes.depth, sizes.columns, sizes.tile));
                TiledMatrix c = options.matrix("C", Tiling.full(element, sizes.rows, sizes.columns, sizes.tile))) {
            if (!options.imagined()) {
                a.fill(new RandomElements(run.seed(), sizes.depth));
                b.fill(new RandomElements(~run.seed(), sizes.columns));
            }
            double operations = Multiplication.operations(sizes.rows, sizes.columns, sizes.depth);
            DenseMeasurement measured = new DenseMeasurement(options, sizes.fields())
                    .measure(sizes.tasks(), operations, () -> new Multiplication(run, a, b, c).submit());
            return checks
                    ? measured.checked(Residual.of(a, b, c), Residual.bound(sizes.depth, element))
                    : measured.unchecked();
        }
    }

    private static Sizes sizes(DenseOptions options) {
        int tile = options.tile();
        OptionalInt order =
                options.orderInTiles(MOST_TILES, "--n, --m and --k: it says how large the matrices are", "n", "m", "k");
        if (order.isPresent()) {
            return new Sizes(order.getAsInt(), order.getAsInt(), order.getAsInt(), tile);
        }
        ApplicationRun run = options.run();
        int columns = (int) run.integer("n", DenseOptions.DEFAULT_ORDER, 1, LARGEST_ORDER);
        int rows = (int) run.integer("m", columns, 1, LARGEST_ORDER);
        int depth = (int) run.integer("k", columns, 1, LARGEST_ORDER);
        return new Sizes(rows, columns, depth, Math.min(tile, Math.max(rows, Math.max(columns, depth))));
    }
}
