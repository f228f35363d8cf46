package org.asterism.examples.heat.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.spi.application.ApplicationRun;

/**
 * The plate in off-heap memory, cut into bands of rows, in two copies: a step reads one and writes the other. A band is
 * written by one task per step, which reads that band and, of its neighbours, only the rows next to it: each band has its first and
 * last row in pieces of data of their own as well, its halo. So a band may stay on one memory node for ever, and only
 * rows travel. No more is said about the order.
 */
final class BandedGrid implements AutoCloseable {
    /** Which neighbours a band has. */
    private enum Place {
        ALONE(false, false),
        FIRST(false, true),
        MIDDLE(true, true),
        LAST(true, false);

        final boolean hasAbove;
        final boolean hasBelow;

        Place(boolean hasAbove, boolean hasBelow) {
            this.hasAbove = hasAbove;
            this.hasBelow = hasBelow;
        }

        static Place of(int band, int bands) {
            if (bands == 1) {
                return ALONE;
            }
            return band == 0 ? FIRST : band == bands - 1 ? LAST : MIDDLE;
        }
    }

    // What a task of a step gives its kernel, in this order; then come the rows of the neighbours that there are.
    private static final int FROM = 0;
    private static final int TO = 1;
    private static final int TO_FIRST = 2;
    private static final int TO_LAST = 3;
    private static final int NEIGHBOURS = 4;

    private static final Codelet STEP =
            Codelet.named("heat-step").cpu(BandedGrid::step).build();

    /** One copy of a band: all its rows, and its first and last one again for the neighbours. */
    private record Band(DataHandle rows, DataHandle first, DataHandle last) {}

    private final Plate plate;
    private final BandHomes homes;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] copies = new MemorySegment[2];
    private final Band[][] bands;
    private final long rowBytes;

    BandedGrid(Runtime runtime, Plate plate, int number) {
        this.plate = plate;
        homes = new BandHomes(runtime.workers(), number);
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
    }

    /** How much memory a plate takes. */
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

    private Band band(Runtime runtime, int copy, int band, int bands) {
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

    private DataHandle row(Runtime runtime, MemorySegment band, long index) {
        MemorySegment own = arena.allocate(rowBytes, Double.BYTES);
        own.copyFrom(band.asSlice(index * rowBytes, rowBytes));
        return runtime.data().vector(own, ElementType.DOUBLE, plate.width);
    }

    /** Submits the tasks of all steps. */
    void submit(ApplicationRun run, int steps) {
        int number = bands[0].length;
        for (int step = 0; step < steps; step++) {
            Band[] from = bands[step % 2];
            Band[] to = bands[(step + 1) % 2];
            for (int band = 0; band < number; band++) {
                Place place = Place.of(band, number);
                Task task = run.runtime()
                        .task(STEP)
                        .argument(place)
                        .access(from[band].rows(), AccessMode.R)
                        .access(to[band].rows(), AccessMode.W)
                        .access(to[band].first(), AccessMode.W)
                        .access(to[band].last(), AccessMode.W);
                if (place.hasAbove) {
                    task.access(from[band - 1].last(), AccessMode.R);
                }
                if (place.hasBelow) {
                    task.access(from[band + 1].first(), AccessMode.R);
                }
                run.track(homes.place(task, band)).submit();
            }
        }
    }

    private static void step(KernelContext kernel) {
        Place place = kernel.argument(Place.class);
        MatrixView from = kernel.matrix(FROM);
        MatrixView to = kernel.matrix(TO);
        long last = from.rows() - 1;
        for (long row = 0; row <= last; row++) {
            boolean edge = row == 0 && !place.hasAbove || row == last && !place.hasBelow;
            if (edge) {
                to.row(row).copyFrom(from.row(row));
                continue;
            }
            MemorySegment above =
                    row > 0 ? from.row(row - 1) : kernel.vector(NEIGHBOURS).segment();
            MemorySegment below = row < last
                    ? from.row(row + 1)
                    : kernel.vector(place.hasAbove ? NEIGHBOURS + 1 : NEIGHBOURS)
                            .segment();
            stepRow(above, from.row(row), below, to.row(row), from.columns());
        }
        kernel.vector(TO_FIRST).segment().copyFrom(to.row(0));
        kernel.vector(TO_LAST).segment().copyFrom(to.row(last));
    }

    private static void stepRow(
            MemorySegment above, MemorySegment here, MemorySegment below, MemorySegment target, long width) {
        target.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, here.getAtIndex(ValueLayout.JAVA_DOUBLE, 0));
        for (long column = 1; column < width - 1; column++) {
            target.setAtIndex(
                    ValueLayout.JAVA_DOUBLE,
                    column,
                    Plate.cell(
                            above.getAtIndex(ValueLayout.JAVA_DOUBLE, column),
                            here.getAtIndex(ValueLayout.JAVA_DOUBLE, column - 1),
                            here.getAtIndex(ValueLayout.JAVA_DOUBLE, column),
                            here.getAtIndex(ValueLayout.JAVA_DOUBLE, column + 1),
                            below.getAtIndex(ValueLayout.JAVA_DOUBLE, column)));
        }
        target.setAtIndex(ValueLayout.JAVA_DOUBLE, width - 1, here.getAtIndex(ValueLayout.JAVA_DOUBLE, width - 1));
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
