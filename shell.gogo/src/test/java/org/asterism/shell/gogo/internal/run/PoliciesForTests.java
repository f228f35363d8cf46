package org.asterism.shell.gogo.internal.run;

import java.util.Map;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Gives {@link PolicyNames} services that are none. */
public final class PoliciesForTests {
    private PoliciesForTests() {}

    /** Policies of these names, all with the properties {@code alpha} and {@code beta}. */
    public static PolicyNames of(String... names) {
        PolicyNames policies = new PolicyNames();
        for (String name : names) {
            policies.addPolicy(
                    Map.of(SchedulingPolicyFactory.NAME, name, SchedulingPolicyFactory.PARAMETERS, new String[] {
                        "alpha (1): weight of time", "beta (1): weight of transfers"
                    }));
        }
        return policies;
    }
}
