package org.asterism.core.internal.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RobustMeanTest {
    private static RobustMean of(double... samples) {
        return RobustMean.of(samples, samples.length);
    }

    @Test
    void shouldBeTheMeanWhenSamplesBelongTogether() {
        RobustMean mean = of(8, 9, 10, 11, 14);
        assertEquals(10.4, mean.mean(), 1e-12); // the median would be 10
        assertEquals(Math.sqrt(21.2 / 5), mean.spread(), 1e-12);
    }

    @Test
    void shouldLeaveOutSpikes() {
        assertEquals(10, of(9, 10, 11, 10, 300).mean(), 1e-12);
        assertEquals(10, of(9, 10, 11, 10, 0.1).mean(), 1e-12);
    }

    @Test
    void shouldStandAsManyWrongSamplesAsRightOnesLessOne() {
        double[] samples = new double[21];
        Arrays.fill(samples, 0, 11, 5);
        Arrays.fill(samples, 11, 21, 1e9);
        assertEquals(5, RobustMean.of(samples, 21).mean());
    }

    @Test
    void shouldSayWhatIsAnOutlier() {
        RobustMean mean = of(10, 10, 10, 10);
        assertTrue(mean.accepts(14.9));
        assertFalse(mean.accepts(15.1));
        assertTrue(mean.accepts(5.1));
        assertFalse(mean.accepts(4.9));
        assertEquals(10, of(10).mean());
        assertEquals(0, of(0, 0, 0).mean());
    }

    @Test
    void shouldLeaveTheSamplesAsTheyAre() {
        double[] samples = {3, 1, 2};
        RobustMean.of(samples, 3);
        assertEquals("[3.0, 1.0, 2.0]", Arrays.toString(samples));
    }
}
