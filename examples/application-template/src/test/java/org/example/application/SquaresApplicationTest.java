package org.example.application;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorView;
import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;
import org.junit.jupiter.api.Test;

/** Runs the application through the contract of all applications, and tests its kernel without a runtime. */
final class SquaresApplicationTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new SquaresApplication();
    }

    @Test
    void shouldAddUpSquares() {
        long[] sum = new long[1];
        SumOfSquares.add(vector(1, 2, 3, 4), vector(sum));
        assertEquals(30, sum[0]);
    }

    @Test
    void shouldExpectWhatTheFormulaSays() {
        assertEquals(30, SumOfSquares.expected(4));
        assertEquals(2_666_668_666_667_000_000L, SumOfSquares.expected(2_000_000));
    }

    private static VectorView vector(long... numbers) {
        return new VectorView(MemorySegment.ofArray(numbers), ElementType.LONG, numbers.length);
    }
}
