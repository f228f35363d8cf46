package org.asterism.profile.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HistogramTest {
    @Test
    void shouldBeExactForSumsAndCloseForQuantiles() {
        Histogram histogram = new Histogram();
        for (int number = 1; number <= 100_000; number++) {
            histogram.add(number);
        }
        assertEquals(100_000, histogram.count());
        assertEquals(1, histogram.least());
        assertEquals(100_000, histogram.most());
        assertEquals(50_000.5, histogram.mean(), 1e-6);
        assertEquals(Math.sqrt((1e10 - 1) / 12), histogram.deviation(), 1e-3);
        for (double share : new double[] {0.01, 0.25, 0.5, 0.75, 0.99}) {
            assertEquals(share * 100_000, histogram.quantile(share), 0.07 * share * 100_000);
        }
    }

    @Test
    void shouldKeepSmallAndHugeNumbers() {
        Histogram histogram = new Histogram();
        histogram.add(0);
        histogram.add(7);
        histogram.add(Long.MAX_VALUE);
        assertEquals(0, histogram.quantile(0.3));
        assertEquals(7, histogram.quantile(0.5));
        assertEquals(Long.MAX_VALUE, histogram.quantile(1), 0.07 * Long.MAX_VALUE);
    }

    @Test
    void shouldBeZeroWithoutNumbers() {
        Histogram histogram = new Histogram();
        assertEquals(0, histogram.least());
        assertEquals(0, histogram.deviation());
        assertEquals(0, histogram.quantile(0.5));
    }
}
