package org.example.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorView;
import org.asterism.spi.application.Application;
import org.asterism.tck.ApplicationContract;
import org.junit.jupiter.api.Test;

/** Runs the application through the contract of all applications, and tests its kernels without a runtime. */
final class BandProductApplicationTest extends ApplicationContract {
    @Override
    protected Application application() {
        return new BandProductApplication();
    }

    @Test
    void shouldMultiplyWhatItHasFilled() {
        BandLayout layout = new BandLayout(4, 1, 1);
        BandView matrix = layout.view(List.of(Buffer.dense(
                MemorySegment.ofArray(new double[12]), layout.buffers().getFirst())));
        double[] product = new double[4];
        BandProduct.fill(matrix);
        BandProduct.multiply(matrix, vector(1, 2, 4, 8), vector(product));
        assertArrayEquals(new double[] {0, -1, -2, 12}, product);
    }

    private static VectorView vector(double... numbers) {
        return new VectorView(MemorySegment.ofArray(numbers), ElementType.DOUBLE, numbers.length);
    }
}
