package org.asterism.examples.heat.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;

/**
 * A step of one band. It reads the band in one copy of the plate and the rows beside it, and writes the band in the
 * other copy. It writes the first and last row a second time, as separate data for the neighbours.
 */
final class BandStep {
    /** The neighbours that a band has: the argument of its tasks. */
    enum Place {
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

    // What a task works on, in this order. Where there is no neighbour some other row stands for its own, and is not
    // looked at.
    private static final int FROM = 0;
    private static final int TO = 1;
    private static final int TO_FIRST = 2;
    private static final int TO_LAST = 3;
    private static final int ABOVE = 4;
    private static final int BELOW = 5;

    static final Codelet CODELET = Codelet.named("heat-step")
            .access(Access.R, Access.W, Access.W, Access.W, Access.R, Access.R)
            .cpu(BandStep::step)
            .implementation(Architecture.OPENCL, device(KernelLanguage.OPENCL_C))
            .implementation(Architecture.CUDA, device(KernelLanguage.CUDA_C, "--fmad=false"))
            .build();

    private BandStep() {}

    private static DeviceKernel device(KernelLanguage language, String... options) {
        return DeviceKernel.resource(language, BandStep.class, "step.cl")
                .kernel("heat_step")
                .options(options)
                .arguments(
                        KernelArgument.data(FROM),
                        KernelArgument.leadingDimension(FROM),
                        KernelArgument.data(TO),
                        KernelArgument.leadingDimension(TO),
                        KernelArgument.data(TO_FIRST),
                        KernelArgument.data(TO_LAST),
                        KernelArgument.data(ABOVE),
                        KernelArgument.data(BELOW),
                        KernelArgument.rows(FROM),
                        KernelArgument.columns(FROM),
                        KernelArgument.intValue(kernel -> kernel.argument(Place.class).hasAbove ? 1 : 0),
                        KernelArgument.intValue(kernel -> kernel.argument(Place.class).hasBelow ? 1 : 0),
                        KernelArgument.doubleValue(kernel -> Plate.DIFFUSION))
                .grid(kernel -> Grid.of(
                        kernel.view(FROM, MatrixView.class).columns(),
                        kernel.view(FROM, MatrixView.class).rows()))
                .build();
    }

    private static void step(KernelContext kernel) {
        Place place = kernel.argument(Place.class);
        MatrixView from = kernel.view(FROM, MatrixView.class);
        MatrixView to = kernel.view(TO, MatrixView.class);
        long last = from.rows() - 1;
        for (long row = 0; row <= last; row++) {
            boolean edge = row == 0 && !place.hasAbove || row == last && !place.hasBelow;
            if (edge) {
                to.row(row).copyFrom(from.row(row));
                continue;
            }
            MemorySegment above = row > 0
                    ? from.row(row - 1)
                    : kernel.view(ABOVE, VectorView.class).segment();
            MemorySegment below = row < last
                    ? from.row(row + 1)
                    : kernel.view(BELOW, VectorView.class).segment();
            stepRow(above, from.row(row), below, to.row(row), from.columns());
        }
        kernel.view(TO_FIRST, VectorView.class).segment().copyFrom(to.row(0));
        kernel.view(TO_LAST, VectorView.class).segment().copyFrom(to.row(last));
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
}
