package org.asterism.core.internal.runtime.service;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.junit.jupiter.api.Test;

class SharedRuntimeCheckTest {
    private final Plugins plugins = new Plugins();
    private final SharedRuntimeCheck check = new SharedRuntimeCheck(plugins);

    private String refusal(String key, Object value) {
        return assertThrows(IllegalArgumentException.class, () -> check.accept(Map.of(key, value)))
                .getMessage();
    }

    @Test
    void shouldRefuseABalancerUntilItIsThere() {
        assertEquals(
                "property 'balancer' is 'even': there is no such balancer; there are none; correct the line, or "
                        + "install a"
                        + " bundle that brings it",
                refusal("balancer", "even"));

        plugins.add(new BalancerPlugin("even", null));

        assertDoesNotThrow(() -> check.accept(Map.of("balancer", "even")));
    }

    @Test
    void shouldNameThePropertyAndTheValueThatMakeNoSense() {
        assertEquals("property 'policy' is '': name one; there is always one in charge", refusal("policy", ""));
        assertTrue(refusal("limit", "many").startsWith("property 'limit' is 'many': "));
        assertTrue(refusal("priorities", "5..-5").startsWith("property 'priorities' is '5..-5': "));
        assertTrue(refusal("teams", "nobody").startsWith("property 'teams' is 'nobody': "));
        assertEquals(
                "property 'policy.properties' is 'beta': each is name=value; correct the line",
                refusal("policy.properties", new String[] {"alpha=1", "beta"}));
    }

    @Test
    void shouldTakeWhatIsEmpty() {
        assertDoesNotThrow(() -> check.accept(
                Map.of("balancer", "", "fallback.policy", "", "limit", "", "teams", "", "policy.properties", "")));
    }
}
