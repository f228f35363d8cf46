package org.example.application;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.data.VectorView;

/** The work of one task. */
final class SumOfSquares {
    /** Reads a vector of longs and writes the sum of their squares into a vector of one. */
    static final Codelet CODELET = Codelet.named("sum-of-squares")
            .access(Access.R, Access.W)
            .cpu(kernel -> add(kernel.view(0, VectorView.class), kernel.view(1, VectorView.class)))
            .build();

    private SumOfSquares() {}

    /** Visible for the test, which needs no runtime. */
    static void add(VectorView x, VectorView result) {
        long sum = 0;
        for (long index = 0; index < x.length(); index++) {
            sum += x.getLong(index) * x.getLong(index);
        }
        result.setLong(0, sum);
    }

    /** The sum of the squares of 1 to n. */
    static long expected(long n) {
        return n * (n + 1) / 2 * (2 * n + 1) / 3;
    }
}
