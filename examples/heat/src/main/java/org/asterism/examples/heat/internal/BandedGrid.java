package org.asterism.examples.heat.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.spi.application.ApplicationRun;

/**
 * The plate in off-heap memory, cut into bands of rows, in two copies: a step reads one and writes the other. A band is
 * written by one task per step, which reads that band and its neighbours; no more is said about the order.
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

    private static final Codelet STEP =
            Codelet.named("heat-step").cpu(BandedGrid::step).build();

    private final Plate plate;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] copies = new MemorySegment[2];
    private final DataHandle[][] handles;
    private final long rowBytes;

    BandedGrid(Runtime runtime, Plate plate, int bands) {
        this.plate = plate;
        rowBytes = (long) plate.width * Double.BYTES;
        handles = new DataHandle[2][bands];
        for (int copy = 0; copy < 2; copy++) {
            copies[copy] = arena.allocate(rowBytes * plate.height, Double.BYTES);
            for (int band = 0; band < bands; band++) {
                long first = (long) plate.height * band / bands;
                long rows = (long) plate.height * (band + 1) / bands - first;
                handles[copy][band] = runtime.data()
                        .matrix(
                                copies[copy].asSlice(first * rowBytes, rows * rowBytes),
                                ElementType.DOUBLE,
                                rows,
                                plate.width,
                                plate.width)
                        .named((copy == 0 ? "even" : "odd") + "(" + band + ")");
            }
        }
        for (int row = 0; row < plate.height; row++) {
            for (int column = 0; column < plate.width; column++) {
                copies[0].setAtIndex(
                        ValueLayout.JAVA_DOUBLE, (long) row * plate.width + column, plate.temperature(row, column));
            }
        }
    }

    /** Submits the tasks of all steps. */
    void submit(ApplicationRun run, int steps) {
        int bands = handles[0].length;
        for (int step = 0; step < steps; step++) {
            DataHandle[] from = handles[step % 2];
            DataHandle[] to = handles[(step + 1) % 2];
            for (int band = 0; band < bands; band++) {
                Place place = Place.of(band, bands);
                Task task = run.runtime()
                        .task(STEP)
                        .argument(place)
                        .access(from[band], AccessMode.R)
                        .access(to[band], AccessMode.W);
                if (place.hasAbove) {
                    task.access(from[band - 1], AccessMode.R);
                }
                if (place.hasBelow) {
                    task.access(from[band + 1], AccessMode.R);
                }
                run.track(task).submit();
            }
        }
    }

    private static void step(KernelContext kernel) {
        Place place = kernel.argument(Place.class);
        MatrixView from = kernel.matrix(0);
        MatrixView to = kernel.matrix(1);
        long last = from.rows() - 1;
        for (long row = 0; row <= last; row++) {
            boolean edge = row == 0 && !place.hasAbove || row == last && !place.hasBelow;
            if (edge) {
                to.row(row).copyFrom(from.row(row));
                continue;
            }
            MemorySegment above;
            if (row > 0) {
                above = from.row(row - 1);
            } else {
                MatrixView bandAbove = kernel.matrix(2);
                above = bandAbove.row(bandAbove.rows() - 1);
            }
            MemorySegment below = row < last
                    ? from.row(row + 1)
                    : kernel.matrix(place.hasAbove ? 3 : 2).row(0);
            stepRow(above, from.row(row), below, to.row(row), from.columns());
        }
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

    /** Copies a row out of the grid as it is after so many steps; only when their tasks have ended. */
    void row(int steps, int row, double[] into) {
        MemorySegment.copy(copies[steps % 2], ValueLayout.JAVA_DOUBLE, row * rowBytes, into, 0, plate.width);
    }

    @Override
    public void close() {
        for (DataHandle[] copy : handles) {
            for (DataHandle handle : copy) {
                try {
                    handle.close();
                } catch (CorruptDataException reported) {
                    // The task that failed was reported by waitAll; here only the memory is given back.
                    continue;
                }
            }
        }
        arena.close();
    }
}
