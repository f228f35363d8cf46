package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RatioSummaryTest {
    @Test
    void shouldShowMedianLeastAndGreatestRatio() {
        RatioSummary summary = RatioSummary.of(1.2, 0.9, 1.0, 1.1);
        assertEquals(1.05, summary.median(), 1e-9);
        assertEquals(0.9, summary.least());
        assertEquals(1.2, summary.greatest());
        assertEquals(1.0, RatioSummary.of(3, 1, 0.5).median(), "median of an odd number");
    }

    @Test
    void shouldCallARowSlowerIfAllJvmsAgree() {
        assertEquals(
                Verdict.SLOWER, RatioSummary.of(1.03, 1.2, 1.03, 1.04, 1.1, 1.3).verdict());
        assertEquals(
                Verdict.UNCLEAR,
                RatioSummary.of(0.99, 1.2, 1.03, 1.04, 1.1, 1.3).verdict(),
                "one of six disagrees");
    }

    @Test
    void shouldCallARowFasterIfAllJvmsAgree() {
        assertEquals(
                Verdict.FASTER, RatioSummary.of(0.97, 0.5, 0.8, 0.97, 0.9, 0.95).verdict());
        assertEquals(
                Verdict.UNCLEAR,
                RatioSummary.of(0.97, 0.5, 0.8, 1.01, 0.9, 0.95).verdict(),
                "one of six disagrees");
    }

    @Test
    void shouldCallARowTheSameOnlyIfItHardlyVaries() {
        assertEquals(
                Verdict.SAME, RatioSummary.of(0.96, 1.04, 1.01, 1.0, 0.99, 1.0).verdict());
        assertEquals(
                Verdict.SAME,
                RatioSummary.of(1.001, 1.002, 1.001, 1.003, 1.001, 1.002).verdict(),
                "too little to notice");
        assertEquals(
                Verdict.UNCLEAR,
                RatioSummary.of(0.9, 1.1, 1.0, 1.0, 1.0, 1.0).verdict(),
                "may be slower or faster by a tenth");
    }

    @Test
    void shouldNotTolerateARowThatIsSlowerByMoreBeyondDoubt() {
        assertTrue(RatioSummary.of(1.06, 1.07, 1.06, 1.3, 1.06, 1.06).isIntolerable());
        assertFalse(
                RatioSummary.of(1.04, 1.07, 1.06, 1.3, 1.06, 1.06).isIntolerable(), "slower, but perhaps by 4 % only");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void shouldSayNothingAfterTooFewJvms(int jvms) {
        RatioSummary summary =
                RatioSummary.of(IntStream.range(0, jvms).mapToDouble(_ -> 2).toArray());
        assertEquals(Verdict.UNCLEAR, summary.verdict());
        assertFalse(summary.isIntolerable());
    }

    @Test
    void shouldDisregardAnOutlierOnEachSideOfNineJvms() {
        double[] ratios = {0.5, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 9};
        RatioSummary summary = RatioSummary.of(ratios);
        assertEquals(1.1, summary.low());
        assertEquals(1.1, summary.high());
        assertEquals(0.5, summary.least());
        assertEquals(Verdict.SLOWER, summary.verdict());
    }

    /**
     * The interval from the k-th least to the k-th greatest of n misses the median if fewer than k are on one side of
     * it.
     */
    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 9, 11, 12, 15, 20, 40})
    void shouldHaveTheSmallestIntervalOf95Percent(int jvms) {
        double[] places =
                IntStream.rangeClosed(1, jvms).mapToDouble(place -> place).toArray();
        RatioSummary summary = RatioSummary.of(places);
        int outside = (int) summary.low() - 1;
        assertEquals(jvms - outside, (int) summary.high(), "as many are left out above");
        assertTrue(miss(jvms, outside) <= 0.05, () -> outside + " left out on each side: " + miss(jvms, outside));
        assertTrue(miss(jvms, outside + 1) > 0.05, () -> "one more may be left out: " + miss(jvms, outside + 1));
    }

    /**
     * The probability that the median lies outside: of all outcomes of n throws of a coin, those with so few heads, or
     * tails.
     */
    private static double miss(int jvms, int outside) {
        double outcomes = 0;
        for (int heads = 0; heads <= outside; heads++) {
            double ways = 1;
            for (int i = 0; i < heads; i++) {
                ways = ways * (jvms - i) / (i + 1);
            }
            outcomes += ways;
        }
        return 2 * outcomes / Math.pow(2, jvms);
    }
}
