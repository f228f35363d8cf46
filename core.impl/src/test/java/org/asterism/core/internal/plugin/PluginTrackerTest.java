package org.asterism.core.internal.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Constants;

class PluginTrackerTest {
    private final PluginTracker tracker = new PluginTracker();

    private static Map<String, Object> service(long id, String policy) {
        return Map.of(Constants.SERVICE_ID, id, SchedulingPolicyFactory.NAME, policy);
    }

    @Test
    void shouldForgetEachServiceOfAnObjectThatIsRegisteredTwice() {
        SchedulingPolicyFactory factory = new EagerPolicyFactory();
        tracker.addPolicy(factory, service(1, "first"));
        tracker.addPolicy(factory, service(2, "second"));
        assertEquals(List.of("first", "second"), tracker.plugins().policyNames());
        tracker.removePolicy(factory, service(1, "first"));
        assertEquals(List.of("second"), tracker.plugins().policyNames());
        tracker.removePolicy(factory, service(2, "second"));
        assertEquals(List.of(), tracker.plugins().policyNames());
    }

    @Test
    void shouldIgnoreAFactoryThatNamesNoPolicy() {
        SchedulingPolicyFactory factory = new EagerPolicyFactory();
        Map<String, Object> nameless = Map.of(Constants.SERVICE_ID, 3L);
        tracker.addPolicy(factory, nameless);
        assertEquals(List.of(), tracker.plugins().policyNames());
        tracker.removePolicy(factory, nameless);
    }

    @Test
    void shouldTellTheParametersOfAPolicyWhateverTheFormOfTheProperty() {
        SchedulingPolicyFactory factory = new EagerPolicyFactory();
        String weight = "weight (1): of a task's length";
        for (Object form : List.of(weight, new String[] {weight}, List.of(weight))) {
            Map<String, Object> properties = Map.of(
                    Constants.SERVICE_ID,
                    4L,
                    SchedulingPolicyFactory.NAME,
                    "weighing",
                    SchedulingPolicyFactory.PARAMETERS,
                    form);
            tracker.addPolicy(factory, properties);
            assertEquals(
                    List.of(weight),
                    tracker.plugins().describePolicies().getFirst().parameters());
            tracker.removePolicy(factory, properties);
        }
    }
}
