package org.asterism.core.internal.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Constants;

class PluginTrackerTest {
    private final PluginTracker tracker = new PluginTracker();

    private static Registration<SchedulingPolicyFactory> policy(long id, String name) {
        return new Registration<>(
                new EagerPolicyFactory(), Map.of(Constants.SERVICE_ID, id, SchedulingPolicyFactory.NAME, name));
    }

    private void add(Registration<SchedulingPolicyFactory> registration) {
        tracker.addPolicy(registration.reference, registration);
    }

    private void remove(Registration<SchedulingPolicyFactory> registration) {
        tracker.remove(registration.reference);
    }

    @Test
    void shouldForgetEachServiceOfAnObjectThatIsRegisteredTwice() {
        Registration<SchedulingPolicyFactory> first = policy(1, "first");
        Registration<SchedulingPolicyFactory> second = policy(2, "second");
        second.service = first.service;
        add(first);
        add(second);
        assertEquals(List.of("first", "second"), tracker.plugins().policyNames());
        remove(first);
        assertEquals(List.of("second"), tracker.plugins().policyNames());
        remove(second);
        assertEquals(List.of(), tracker.plugins().policyNames());
    }

    @Test
    void shouldIgnoreAFactoryThatNamesNoPolicy() {
        Registration<SchedulingPolicyFactory> nameless =
                new Registration<>(new EagerPolicyFactory(), Map.of(Constants.SERVICE_ID, 3L));
        add(nameless);
        assertEquals(List.of(), tracker.plugins().policyNames());
        remove(nameless);
        assertEquals(0, nameless.fetched);
    }

    @Test
    void shouldObtainAServiceWhenItIsUsedAndGiveItBackWhenItLeaves() {
        Registration<SchedulingPolicyFactory> registration = policy(4, "lazy");
        add(registration);
        tracker.plugins().describePolicies();
        assertEquals(0, registration.fetched, "nobody has used it");
        PolicyPlugin plugin = tracker.plugins().policy("lazy").orElseThrow();
        assertSame(registration.service, plugin.factory());
        assertSame(registration.service, plugin.factory());
        assertEquals(1, registration.fetched);
        assertEquals(1, registration.held);
        remove(registration);
        assertEquals(0, registration.held);
    }

    @Test
    void shouldNotObtainAServiceThatHasLeft() {
        Registration<SchedulingPolicyFactory> registration = policy(7, "late");
        add(registration);
        PolicyPlugin plugin = tracker.plugins().policy("late").orElseThrow();
        remove(registration);
        assertThrows(IllegalStateException.class, plugin::factory);
        assertEquals(0, registration.held);
    }

    @Test
    void shouldGiveAServiceBackThatLeavesWhileItIsObtained() {
        Registration<SchedulingPolicyFactory> registration = policy(8, "racing");
        add(registration);
        PolicyPlugin plugin = tracker.plugins().policy("racing").orElseThrow();
        registration.whenFetched = () -> remove(registration);
        assertThrows(IllegalStateException.class, plugin::factory);
        assertEquals(0, registration.held);
    }

    @Test
    void shouldSayThatAServiceCannotBeHadAndTryAgain() {
        Registration<SchedulingPolicyFactory> registration = policy(5, "failing");
        SchedulingPolicyFactory repaired = registration.service;
        registration.service = null;
        add(registration);
        PolicyPlugin plugin = tracker.plugins().policy("failing").orElseThrow();
        IllegalStateException refusal = assertThrows(IllegalStateException.class, plugin::factory);
        assertTrue(refusal.getMessage().contains("cannot be had"), refusal.getMessage());
        registration.service = repaired;
        assertSame(repaired, plugin.factory());
        remove(registration);
    }

    @Test
    void shouldTellTheParametersOfAPolicyWhateverTheFormOfTheProperty() {
        String weight = "weight (1): of a task's length";
        for (Object form : List.of(weight, new String[] {weight}, List.of(weight))) {
            Registration<SchedulingPolicyFactory> registration = new Registration<>(
                    new EagerPolicyFactory(),
                    Map.of(
                            Constants.SERVICE_ID,
                            6L,
                            SchedulingPolicyFactory.NAME,
                            "weighing",
                            SchedulingPolicyFactory.PARAMETERS,
                            form));
            add(registration);
            assertEquals(
                    List.of(weight),
                    tracker.plugins().describePolicies().getFirst().parameters());
            remove(registration);
        }
    }
}
