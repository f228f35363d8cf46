package org.asterism.api.data;

import java.util.Locale;

/** The kinds of layouts whose elements form an array, by their number of dimensions. */
enum DenseKind {
    VARIABLE(0),
    VECTOR(1),
    MATRIX(2),
    BLOCK(3),
    /** Any number of dimensions from 1. */
    TENSOR(-1);

    private final int dimensions;

    DenseKind(int dimensions) {
        this.dimensions = dimensions;
    }

    /** Whether a layout of this kind can have a number of dimensions. */
    boolean canHave(int wanted) {
        return this == TENSOR ? wanted >= 1 : wanted == dimensions;
    }

    Layout layout(ElementType element, long... sizes) {
        return switch (this) {
            case VARIABLE -> new VariableLayout(element);
            case VECTOR -> new VectorLayout(element, sizes[0]);
            case MATRIX -> new MatrixLayout(element, sizes[0], sizes[1]);
            case BLOCK -> new BlockLayout(element, sizes[0], sizes[1], sizes[2]);
            case TENSOR -> new TensorLayout(element, sizes);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
