package org.asterism.kernels.blas.internal.opencl;

import org.asterism.api.data.ElementType;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceContext;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;

/**
 * One task's work on a device: launches kernels, one after the other, and keeps the memory for their intermediate
 * results. Only the worker's thread uses it.
 */
final class DeviceWork {
    /**
     * The property of workers that says what their device is; a processor has wide registers, others have fast local
     * memory.
     */
    private static final String DEVICE_TYPE = "device.type";

    private static final int ROWS = 6;
    private static final int TILE = 64;
    private static final int TERMS_PER_ITEM = 8;

    /** Groups have fixed sizes, because each size that a driver chooses by itself may be compiled for anew. */
    private static final int PACK_GROUP = 64;

    private final DeviceContext context;
    private final Programs programs;
    private final boolean isWide;
    private DeviceBuffer packedA;
    private DeviceBuffer packedB;

    DeviceWork(DeviceContext context, ElementType element) {
        this.context = context;
        this.programs = Programs.of(element);
        this.isWide = "cpu".equals(context.worker().properties().get(DEVICE_TYPE));
    }

    Programs programs() {
        return programs;
    }

    /** Whether the device is a processor, whose cores each want data of their own. */
    boolean isWide() {
        return isWide;
    }

    void launch(DeviceKernel kernel, Grid grid, Object... arguments) throws Exception {
        context.launch(kernel, grid, arguments);
    }

    /** Memory for some elements, until the task's end. */
    DeviceBuffer memory(long elements) {
        return context.workspace(Math.max(1, elements) * programs.element.bytes());
    }

    /**
     * {@code C = alpha A B + beta C}. C may be A or B, because those are copied before.
     *
     * @param c with columns side by side
     * @param lowerOnly whether only what is on and below the diagonal of C is changed
     */
    void multiply(double alpha, Operand a, Operand b, double beta, Operand c, boolean lowerOnly) throws Exception {
        if (c.rows() == 0 || c.columns() == 0) {
            return;
        }
        int terms = alpha == 0 ? 0 : a.columns();
        int height = isWide ? ROWS : TILE;
        int width = isWide ? 2 * programs.width() : TILE;
        long sizeA = (long) roundedUp(c.rows(), height) * terms * programs.element.bytes();
        long sizeB = (long) roundedUp(c.columns(), width) * terms * programs.element.bytes();
        packedA = atLeast(sizeA, packedA);
        packedB = atLeast(sizeB, packedB);
        if (terms > 0) {
            pack(2, terms, a, height, packedA, b.transposed(), width, packedB);
        }
        Object[] arguments = {
            packedA,
            packedB,
            c.memory(),
            c.first(),
            c.rowStride(),
            c.rows(),
            c.columns(),
            terms,
            programs.real(alpha),
            programs.real(beta),
            lowerOnly ? 1 : 0
        };
        long down = roundedUp(c.rows(), height) / height;
        long across = roundedUp(c.columns(), width) / width;
        if (isWide) {
            launch(programs.multiplyWide, Grid.of(down, across).inGroupsOf(1, 1), arguments);
        } else {
            launch(programs.multiplyLocal, Grid.of(across * 16, down * 16).inGroupsOf(16, 16), arguments);
        }
    }

    /** Memory for so many bytes: that which was taken before if it is large enough, else more, until the task's end. */
    DeviceBuffer atLeast(long bytes, DeviceBuffer kept) {
        return kept != null && kept.bytes() >= bytes ? kept : context.workspace(Math.max(64, bytes));
    }

    /** A matrix in panels of so many rows each, with a panel's elements side by side for each column. */
    DeviceBuffer packed(Operand a, int height) throws Exception {
        packedA = atLeast((long) roundedUp(a.rows(), height) * a.columns() * programs.element.bytes(), packedA);
        pack(1, a.columns(), a, height, packedA, a, height, packedA);
        return packedA;
    }

    private void pack(
            int factors,
            int terms,
            Operand a,
            int height,
            DeviceBuffer packedA,
            Operand b,
            int width,
            DeviceBuffer packedB)
            throws Exception {
        int rows = Math.max(roundedUp(a.rows(), height), roundedUp(b.rows(), width));
        launch(
                programs.pack,
                Grid.of(rows, roundedUp(terms, TERMS_PER_ITEM) / TERMS_PER_ITEM, factors)
                        .inGroupsOf(PACK_GROUP, 1, 1),
                terms,
                a.memory(),
                a.first(),
                a.rowStride(),
                a.columnStride(),
                a.rows(),
                height,
                packedA,
                b.memory(),
                b.first(),
                b.rowStride(),
                b.columnStride(),
                b.rows(),
                width,
                packedB);
    }

    static int roundedUp(int number, int multiple) {
        return Math.multiplyExact((number + multiple - 1) / multiple, multiple);
    }
}
