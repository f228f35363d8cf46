package org.asterism.core.internal.runtime.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.policy.PolicyContext;
import org.junit.jupiter.api.Test;

class NearnessTest {
    private static List<Integer> nearestTo(int worker, List<String> places) {
        List<Map<String, Object>> facts = new ArrayList<>();
        places.forEach(place -> facts.add(place.isEmpty() ? Map.of() : Map.of(ComputeUnit.PLACE, place)));
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(facts.size(), facts::get));
            PolicyContext[] seen = new PolicyContext[1];
            laboratory.addPolicy("seeing", context -> {
                seen[0] = context;
                return new org.asterism.policy.eager.internal.EagerPolicyFactory().create(context);
            });
            try (TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                    .withPolicy("seeing")
                    .withClock(new org.asterism.core.internal.stepping.VirtualClock()))) {
                runtime.task(Codelet.without("nothing")).submit();
                Worker origin = runtime.workers().get(worker);
                return seen[0].nearest(origin).stream().map(Worker::id).toList();
            }
        }
    }

    @Test
    void shouldVisitOwnSocketInTurnAndThenTheOther() {
        List<String> twoSockets = List.of("0.0", "0.1", "0.2", "0.3", "1.0", "1.1", "1.2", "1.3");
        assertEquals(List.of(2, 3, 0, 1, 4, 5, 6, 7), nearestTo(2, twoSockets));
        assertEquals(List.of(5, 6, 7, 4, 0, 1, 2, 3), nearestTo(5, twoSockets));
    }

    @Test
    void shouldPutWorkersWithoutAPlaceLast() {
        assertEquals(List.of(2, 1, 0), nearestTo(2, List.of("", "0.0", "0.1")));
    }

    @Test
    void shouldKeepTheOrderOfIdsWhereNothingIsKnown() {
        assertEquals(List.of(0, 1, 2), nearestTo(2, List.of("", "", "")));
    }
}
