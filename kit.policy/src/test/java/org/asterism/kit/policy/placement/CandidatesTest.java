package org.asterism.kit.policy.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.policy.PolicyProperties;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    private final Candidates<String, Integer> candidates = new Candidates<>();

    @Test
    void shouldCostWhatEndTransfersEnergyAndIdleWorkersWeigh() {
        CostWeights weights = new CostWeights(2, 3, 5, 7);
        candidates.add("cpu", 0, 100, 1, 10);
        candidates.add("gpu", 0, 40, Double.NaN, 20);
        candidates.place(0, 1, 1, 1000);
        candidates.place(1, 2, 2, 1030);
        assertEquals(1070, candidates.firstEnd());
        assertEquals(2 * 30 + 3 * 10 + 5 * 1000, candidates.cost(0, weights, 1100), 1e-9);
        assertEquals(3 * 20 + 5 * 1000 * 7 / 1e9 * 60, candidates.cost(1, weights, 1010), 1e-12);
    }

    @Test
    void shouldLeaveOutWhatIsNotCalibratedIfAnythingIs() {
        candidates.add("cpu", 0, Double.NaN, 0, 0);
        candidates.leaveOutUncalibrated();
        assertEquals(1, candidates.size(), "there is nothing else");
        candidates.add("cpu", 1, 20.4, 0, 5);
        assertFalse(candidates.areKnown());
        assertTrue(candidates.isToBeTried(0));
        assertFalse(candidates.isToBeTried(1));
        assertFalse(candidates.isFirstOfGroup(1));
        candidates.leaveOutUncalibrated();
        assertTrue(candidates.areKnown());
        assertEquals(1, candidates.size());
        assertEquals(1, candidates.implementation(0));
        assertEquals(20, candidates.nanos(0));
        assertEquals(5, candidates.travel(0));
    }

    @Test
    void shouldTryAnyWhereThereIsNoModel() {
        candidates.add("cpu", 0, 0, 0, 0);
        candidates.add("gpu", 0, 10, 0, 0);
        assertFalse(candidates.areKnown());
        assertTrue(candidates.isToBeTried(0));
        assertTrue(candidates.isToBeTried(1));
    }

    @Test
    void shouldKnowNothingOfTheLastDecision() {
        for (int index = 0; index < 20; index++) {
            candidates.add("group " + index, index, Double.NaN, 0, 0);
            candidates.place(index, index, index, 0);
        }
        assertEquals("group 19", candidates.group(19));
        candidates.clear();
        assertEquals(0, candidates.size());
        assertTrue(candidates.areKnown());
        candidates.add("cpu", 0, 0.1, 0, 0);
        assertNull(candidates.runner(0));
        candidates.place(0, 3, 3, 50);
        assertEquals(51, candidates.firstEnd());
        assertEquals(1, candidates.nanos(0), "not nothing");
    }

    @Test
    void shouldChooseTheCheapestAndAmongEqualsTheOneOfLeastRank() {
        for (int index = 0; index < 5; index++) {
            candidates.add("group " + index, 0, 10, 0, 0);
        }
        assertEquals(-1, candidates.cheapest(CostWeights.USUAL, 0), "none has a runner");
        candidates.place(1, 1, 9, 20);
        assertEquals(1, candidates.cheapest(CostWeights.USUAL, 0));
        candidates.place(2, 2, 8, 10);
        candidates.place(3, 3, 7, 10);
        candidates.place(4, 4, 7, 10);
        assertEquals(3, candidates.cheapest(CostWeights.USUAL, 0));
        candidates.load(1, 1, 9, 0.5);
        candidates.load(2, 2, 8, 0.25);
        candidates.load(3, 3, 7, 0.25);
        candidates.load(4, 4, 7, 0.75);
        assertEquals(3, candidates.least());
    }

    @Test
    void shouldReadWeightsFromProperties() {
        assertEquals(
                new CostWeights(1, 0.5, 1000, 20),
                CostWeights.USUAL.with(new PolicyProperties(Map.of("beta", "0.5", "idle-power", "20"))));
    }
}
