package org.asterism.examples.contexts.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.asterism.api.BalancerDescription;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final BalancerDescription BALANCER =
            new BalancerDescription("some", "", List.of("idle-time (20ms): when", "at-once (1): how many", "stay"), "");

    @Test
    void shouldTakePartsOfAPhaseForTheTimesThatTheBalancerKnows() {
        Choice choice = new Choice("some", Map.of());
        assertEquals(
                Map.of("period", "5000us", "idle-time", "10000us", "stay", "50000us"),
                Pace.of(choice, BALANCER, 500_000_000));
    }

    @Test
    void shouldLeaveOutWhatTheUserHasNamed() {
        Choice choice = new Choice("some", Map.of("period", "1ms", "idle-time", "2ms"));
        assertEquals(Map.of("stay", "50000us"), Pace.of(choice, BALANCER, 500_000_000));
    }

    @Test
    void shouldNotGoBelowTheLeastPeriod() {
        Choice choice = new Choice("some", Map.of());
        assertEquals(Map.of("period", "10us", "idle-time", "10us", "stay", "10us"), Pace.of(choice, BALANCER, 1000));
    }
}
