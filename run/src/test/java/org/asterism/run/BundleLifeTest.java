package org.asterism.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Version;

class BundleLifeTest {
    /** What the bundle answers, by method. */
    private final Map<String, Object> answers = new HashMap<>(Map.of(
            "getSymbolicName",
            "org.example",
            "getVersion",
            new Version("1.0.0"),
            "getState",
            Bundle.ACTIVE,
            "getLastModified",
            1L,
            "getBundleContext",
            context()));

    private final Bundle bundle = (Bundle) Proxy.newProxyInstance(
            BundleLifeTest.class.getClassLoader(),
            new Class<?>[] {Bundle.class},
            (proxy, method, arguments) -> answers.get(method.getName()));

    private final BundleLife life = new BundleLife(bundle);

    private static BundleContext context() {
        return (BundleContext) Proxy.newProxyInstance(
                BundleLifeTest.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, words) -> method.getName().equals("equals") && proxy == words[0]);
    }

    @Test
    void shouldGoOnWhileNothingHappens() {
        assertNull(life.end());
        assertNull(BundleLife.of(BundleLifeTest.class).end());
    }

    @Test
    void shouldSayWhatHasEndedIt() {
        answers.put("getState", Bundle.STOPPING);
        assertEquals("bundle org.example 1.0.0 was stopped or updated", life.end());

        answers.put("getBundleContext", null);
        answers.put("getState", Bundle.RESOLVED);
        assertEquals("bundle org.example 1.0.0 was stopped", life.end());

        answers.put("getBundleContext", context());
        answers.put("getState", Bundle.ACTIVE);
        assertEquals("bundle org.example 1.0.0 was restarted", life.end());

        answers.put("getLastModified", 2L);
        assertEquals("bundle org.example 1.0.0 was updated", life.end());

        answers.put("getState", Bundle.UNINSTALLED);
        assertEquals("bundle org.example 1.0.0 was uninstalled", life.end());
    }
}
