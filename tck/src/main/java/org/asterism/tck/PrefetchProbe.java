package org.asterism.tck;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Counter of a policy's prefetches for workers of a device, while the data are in main memory. */
final class PrefetchProbe {
    private static final int DEVICE = 1;
    private static final int TASKS = 40;
    private static final Codelet READING = Codelet.named("reading")
            .access(Access.R)
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    private final SchedulingPolicyFactory factory;
    private final Map<String, String> properties;

    /**
     * Creates a probe.
     *
     * @param properties properties of each policy
     */
    PrefetchProbe(SchedulingPolicyFactory factory, Map<String, String> properties) {
        this.factory = factory;
        this.properties = properties;
    }

    /**
     * Runs some tasks under a new policy.
     *
     * @param more properties further properties of that policy
     * @return number of prefetches that it requested
     */
    long prefetches(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(properties);
        all.putAll(more);
        FakePlacement placement = new FakePlacement(DEVICE + 1);
        try (PolicyUnderTest policy = new PolicyUnderTest(factory, all, placement)) {
            policy.add(DEVICE, Architecture.CUDA, Architecture.CUDA);
            for (int i = 0; i < TASKS; i++) {
                policy.push(READING, data("data-" + i));
            }
            policy.policy.schedule();
            policy.popAll();
        }
        return placement.prefetches();
    }

    /** Returns data that only have a name, because policies read the placement. */
    private static DataHandle data(String name) {
        return (DataHandle) Proxy.newProxyInstance(
                PrefetchProbe.class.getClassLoader(),
                new Class<?>[] {DataHandle.class},
                (self, method, arguments) -> answer(name, self, method, arguments));
    }

    private static Object answer(String name, Object self, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> name.hashCode();
            case "toString" -> name;
            case "bytes" -> 8L;
            default -> throw new UnsupportedOperationException(name + " is a double: ask the placement");
        };
    }
}
