package org.asterism.examples.heat.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.Iteration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.examples.heat.internal.BandStep.Place;
import org.asterism.spi.application.ApplicationRun;

/**
 * The plate in off-heap memory, cut into bands of rows, in two copies: a step reads one and writes the other.
 *
 * <p>One task per step writes a band. It reads that band and, of its neighbours, only the adjacent rows. For that, each
 * band has its first and last row also in separate pieces of data, its halo. So a band may stay on one memory node for
 * ever, and only rows are transferred. The program declares no other order.
 */
final class BandedGrid implements AutoCloseable {
    /** One copy of a band: all its rows, and its first and last one again for the neighbours. */
    private record Band(DataHandle rows, DataHandle first, DataHandle last) {}

    private final Plate plate;
    private final BandHomes homes;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] copies = new MemorySegment[2];
    private final Band[][] bands;
    private final long rowBytes;

    BandedGrid(TaskRuntime runtime, Plate plate, int number) {
        this.plate = plate;
        rowBytes = (long) plate.width * Double.BYTES;
        for (int copy = 0; copy < 2; copy++) {
            copies[copy] = arena.allocate(rowBytes * plate.height, Double.BYTES);
        }
        fill(copies[0]);
        bands = new Band[2][number];
        for (int copy = 0; copy < 2; copy++) {
            for (int band = 0; band < number; band++) {
                bands[copy][band] = band(runtime, copy, band, number);
            }
        }
        Task one = step(runtime, 0, 0);
        homes = new BandHomes(runtime.workers(), number, worker -> worker.canExecute(one));
    }

    /** Returns the size of a plate in memory. */
    static double bytes(int width, int height, int bands) {
        return 2.0 * width * (height + 2.0 * bands) * Double.BYTES;
    }

    private void fill(MemorySegment copy) {
        for (int row = 0; row < plate.height; row++) {
            for (int column = 0; column < plate.width; column++) {
                copy.setAtIndex(
                        ValueLayout.JAVA_DOUBLE, (long) row * plate.width + column, plate.temperature(row, column));
            }
        }
    }

    private Band band(TaskRuntime runtime, int copy, int band, int bands) {
        long first = (long) plate.height * band / bands;
        long rows = (long) plate.height * (band + 1) / bands - first;
        MemorySegment all = copies[copy].asSlice(first * rowBytes, rows * rowBytes);
        String name = (copy == 0 ? "even" : "odd") + "(" + band + ")";
        return new Band(
                runtime.data()
                        .matrix(all, ElementType.DOUBLE, rows, plate.width, plate.width)
                        .named(name),
                row(runtime, all, 0).named(name + ".first"),
                row(runtime, all, rows - 1).named(name + ".last"));
    }

    private DataHandle row(TaskRuntime runtime, MemorySegment band, long index) {
        MemorySegment own = arena.allocate(rowBytes, Double.BYTES);
        own.copyFrom(band.asSlice(index * rowBytes, rowBytes));
        return runtime.data().vector(own, ElementType.DOUBLE, plate.width);
    }

    /** Submits the tasks of all steps, each step as an iteration. */
    void submit(ApplicationRun run, int steps) {
        for (int step = 0; step < steps; step++) {
            try (Iteration _ = run.runtime().iteration(step)) {
                for (int band = 0; band < bands[0].length; band++) {
                    run.track(homes.place(step(run.runtime(), step, band), band))
                            .submit();
                }
            }
        }
    }

    private Task step(TaskRuntime runtime, int step, int band) {
        Band[] from = bands[step % 2];
        Band to = bands[(step + 1) % 2][band];
        Place place = Place.of(band, from.length);
        return runtime.task(BandStep.CODELET)
                .argument(place)
                .data(
                        from[band].rows(),
                        to.rows(),
                        to.first(),
                        to.last(),
                        from[place.hasAbove ? band - 1 : band].last(),
                        from[place.hasBelow ? band + 1 : band].first());
    }

    /** Has the plate in main memory as it is after so many steps; only when their tasks have ended. */
    void bringHome(int steps) {
        for (Band band : bands[steps % 2]) {
            band.rows().close();
        }
    }

    /** Copies a row out of the plate that was brought home. */
    void row(int steps, int row, double[] into) {
        MemorySegment.copy(copies[steps % 2], ValueLayout.JAVA_DOUBLE, row * rowBytes, into, 0, plate.width);
    }

    /** Lets go of everything; what was not brought home by now is not needed. */
    @Override
    public void close() {
        for (Band[] copy : bands) {
            for (Band band : copy) {
                band.rows().discard();
                band.first().discard();
                band.last().discard();
            }
        }
        arena.close();
    }
}
