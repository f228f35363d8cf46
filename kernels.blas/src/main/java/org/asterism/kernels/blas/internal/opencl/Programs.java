package org.asterism.kernels.blas.internal.opencl;

import org.asterism.api.data.ElementType;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.KernelLanguage;

/** The kernels of {@code dense.cl} for one element type. */
final class Programs {
    /** The value of {@code BLOCK} in the program: the number of rows of a block on the diagonal. */
    static final int BLOCK = 32;

    /**
     * The value of {@code CHUNK} in the program: the number of columns that an item finishes at a time if no other item
     * helps.
     */
    static final int CHUNK = 16;

    /** The value of {@code GROUP} in the program. */
    static final int GROUP = 64;

    private static final Programs FLOATS = new Programs(ElementType.FLOAT);
    private static final Programs DOUBLES = new Programs(ElementType.DOUBLE);

    final ElementType element;
    final DeviceKernel pack;
    final DeviceKernel multiplyWide;
    final DeviceKernel multiplyLocal;
    final DeviceKernel factorCholesky;
    final DeviceKernel factorLu;
    final DeviceKernel factorCholeskyWide;
    final DeviceKernel factorLuWide;
    final DeviceKernel solveLeftWide;
    final DeviceKernel solveRightWide;
    final DeviceKernel invert;
    final DeviceKernel factorPanel;
    final DeviceKernel exchange;
    final DeviceKernel fill;
    final DeviceKernel add;
    final DeviceKernel addVectors;
    final DeviceKernel dotParts;
    final DeviceKernel dotSum;

    private Programs(ElementType element) {
        this.element = element;
        pack = kernel("pack");
        multiplyWide = kernel("multiply_wide");
        multiplyLocal = kernel("multiply_local");
        factorCholesky = kernel("factor_cholesky");
        factorLu = kernel("factor_lu");
        factorCholeskyWide = kernel("factor_cholesky_wide");
        factorLuWide = kernel("factor_lu_wide");
        solveLeftWide = kernel("solve_left_wide");
        solveRightWide = kernel("solve_right_wide");
        invert = kernel("invert");
        factorPanel = kernel("factor_panel");
        exchange = kernel("exchange");
        fill = kernel("fill");
        add = kernel("add");
        addVectors = kernel("add_vectors");
        dotParts = kernel("dot_parts");
        dotSum = kernel("dot_sum");
    }

    private DeviceKernel kernel(String name) {
        DeviceKernel.Builder builder = DeviceKernel.resource(KernelLanguage.OPENCL_C, Programs.class, "dense.cl")
                .kernel(name)
                .grid(context -> null);
        return (element == ElementType.DOUBLE ? builder.options("-DDOUBLE") : builder).build();
    }

    /**
     * Those for an element type.
     *
     * @throws IllegalArgumentException if it is neither {@code FLOAT} nor {@code DOUBLE}
     */
    static Programs of(ElementType element) {
        return switch (element) {
            case FLOAT -> FLOATS;
            case DOUBLE -> DOUBLES;
            default ->
                throw new IllegalArgumentException(
                        "the kernels work on data of FLOAT or of DOUBLE, but were given some of " + element);
        };
    }

    /** Returns the number of elements of the widest vector: {@code WIDTH} in the program. */
    int width() {
        return element == ElementType.DOUBLE ? 8 : 16;
    }

    /** A number as a kernel's argument. */
    Object real(double number) {
        return element == ElementType.DOUBLE ? (Object) number : (Object) (float) number;
    }
}
