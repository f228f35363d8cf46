package org.asterism.examples.contexts.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.SchedulingContext;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixLayout;
import org.asterism.kernels.blas.DenseCodelets;
import org.asterism.spi.application.ApplicationRun;

/**
 * One of the two programs. It multiplies two tiles again and again and subtracts the product from each of a number of
 * tiles in turn. All elements are powers of two, so the exact results are known. In a simulation that runs no kernels
 * the tiles have no memory.
 */
final class Stream implements AutoCloseable {
    private static final double LEFT_FACTOR = 1;
    private static final double RIGHT_FACTOR = 0.0625;

    private final ApplicationRun run;
    private final SchedulingContext context;
    private final int tile;
    private final Arena arena = Arena.ofShared();
    private final List<MemorySegment> memories = new ArrayList<>();
    private final DataHandle first;
    private final DataHandle second;
    private final List<DataHandle> tiles = new ArrayList<>();
    private long submitted;

    Stream(ApplicationRun run, SchedulingContext context, Settings settings) {
        this.run = run;
        this.context = context;
        tile = settings.tile();
        boolean imagined = run.runtime()
                .simulation()
                .map(simulation -> !simulation.executes())
                .orElse(false);
        first = make("A", LEFT_FACTOR, imagined);
        second = make("B", RIGHT_FACTOR, imagined);
        memories.clear(); // of these nothing is to be checked
        for (int index = 0; index < settings.tiles(); index++) {
            tiles.add(make("C" + index, 0, imagined));
        }
    }

    private DataHandle make(String name, double element, boolean imagined) {
        String full = context.name() + " " + name;
        if (imagined) {
            return run.runtime()
                    .data()
                    .imagined(new MatrixLayout(ElementType.FLOAT, tile, tile))
                    .named(full);
        }
        long elements = (long) tile * tile;
        MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, elements);
        for (long index = 0; index < elements; index++) {
            memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, element);
        }
        memories.add(memory);
        return run.runtime()
                .data()
                .matrix(memory, ElementType.DOUBLE, tile, tile, tile)
                .named(full);
    }

    /** Submits tasks, to one tile after the other. */
    void submit(int number) {
        double operations = 2.0 * tile * tile * tile;
        for (int index = 0; index < number; index++) {
            DataHandle changed = tiles.get((int) (submitted++ % tiles.size()));
            run.track(context.task(DenseCodelets.GEMM)
                            .data(first, second, changed)
                            .flops(operations))
                    .submit();
        }
    }

    /** Ends the program, and says whether each tile has become what it must, or there is nothing to look at. */
    boolean endsWell() {
        closeHandles();
        for (int index = 0; index < memories.size(); index++) {
            long updates = submitted / tiles.size() + (index < submitted % tiles.size() ? 1 : 0);
            double expected = -(updates * tile * LEFT_FACTOR * RIGHT_FACTOR);
            MemorySegment memory = memories.get(index);
            if (memory.getAtIndex(ValueLayout.JAVA_DOUBLE, 0) != expected
                    || memory.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) tile * tile - 1) != expected) {
                return false;
            }
        }
        return true;
    }

    private void closeHandles() {
        tiles.forEach(DataHandle::close);
        first.close();
        second.close();
    }

    @Override
    public void close() {
        closeHandles(); // does nothing the second time
        arena.close();
    }
}
