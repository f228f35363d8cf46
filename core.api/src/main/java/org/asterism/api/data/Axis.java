package org.asterism.api.data;

import java.util.EnumSet;
import java.util.Set;

/** A dimension of arrays, for filters. */
sealed interface Axis {
    /** Returns the number of this dimension in an array; refuses an array without it. */
    int in(DenseArray array, Filter filter);

    /** A dimension that has a name in some kinds of arrays. */
    enum Named implements Axis {
        ELEMENT(1, DenseKind.VECTOR),
        COLUMN(1, DenseKind.MATRIX, DenseKind.BLOCK),
        ROW(2, DenseKind.MATRIX, DenseKind.BLOCK),
        PLANE(3, DenseKind.BLOCK);

        private final int fromInnermost;
        private final Set<DenseKind> kinds;

        Named(int fromInnermost, DenseKind first, DenseKind... others) {
            this.fromInnermost = fromInnermost;
            this.kinds = EnumSet.of(first, others);
        }

        @Override
        public int in(DenseArray array, Filter filter) {
            if (!kinds.contains(array.kind())) {
                throw array.refusal(filter, "give one of " + kinds + ", or cut along a dimension by its number");
            }
            return array.dimensions() - fromInnermost;
        }
    }

    /**
     * A dimension by its number.
     *
     * @param dimension from 0, the outermost
     */
    record Numbered(int dimension) implements Axis {
        public Numbered {
            if (dimension < 0) {
                throw new IllegalArgumentException(
                        "dimension " + dimension + ": they are counted from 0, the outermost");
            }
        }

        @Override
        public int in(DenseArray array, Filter filter) {
            if (dimension >= array.dimensions()) {
                throw array.refusal(filter, "it has dimensions 0 to " + (array.dimensions() - 1));
            }
            return dimension;
        }
    }
}
