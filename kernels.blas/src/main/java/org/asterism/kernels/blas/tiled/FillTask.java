package org.asterism.kernels.blas.tiled;

import static java.util.stream.Collectors.joining;

import java.lang.foreign.Arena;
import java.util.List;
import org.asterism.api.AccessMode;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;

/** Tasks, for workers of CPU cores, that write a part of a matrix. */
public final class FillTask {
    private record Origin(Elements elements, int row, int column) {}

    private static final Codelet FILL =
            Codelet.named("fill").access(AccessMode.W).cpu(FillTask::fill).build();

    private FillTask() {}

    /**
     * Refuses a program whose tasks would wait for ever for a core that fills or checks their data.
     *
     * @param runtime that is to run such tasks
     * @throws IllegalStateException if its default context has workers, but none of a CPU core
     */
    public static void requireCore(Runtime runtime) {
        SchedulingContext context = runtime.defaultContext();
        List<Worker> workers = context.workers();
        if (!workers.isEmpty() && workers.stream().noneMatch(worker -> worker.architecture() == Architecture.CPU)) {
            throw new IllegalStateException("matrices are filled and checked by workers of CPU cores, and context '"
                    + context.name() + "' has only "
                    + workers.stream().map(Worker::name).collect(joining(", "))
                    + ": give it one, as with --workers cpu-0,...");
        }
    }

    /**
     * Submits one.
     *
     * @param runtime runs it
     * @param part a matrix of floats or doubles, which is written
     * @param elements tell what is written
     * @param firstRow the row of the whole matrix at which the part begins
     * @param firstColumn the column at which it begins
     */
    public static void submit(Runtime runtime, DataHandle part, Elements elements, int firstRow, int firstColumn) {
        runtime.task(FILL)
                .data(part)
                .argument(new Origin(elements, firstRow, firstColumn))
                .submit();
    }

    private static void fill(KernelContext kernel) {
        Origin origin = kernel.argument(Origin.class);
        MatrixView tile = kernel.matrix(0);
        if (tile.element() == ElementType.DOUBLE) {
            origin.elements().fill(tile, origin.row(), origin.column());
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MatrixView doubles = DoubleTile.allocate(arena, tile.rows(), tile.columns());
            origin.elements().fill(doubles, origin.row(), origin.column());
            DoubleTile.copy(doubles, tile);
        }
    }
}
