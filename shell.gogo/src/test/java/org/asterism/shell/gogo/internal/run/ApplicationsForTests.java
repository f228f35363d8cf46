package org.asterism.shell.gogo.internal.run;

import java.util.Map;
import org.asterism.shell.gogo.internal.Fakes;
import org.asterism.spi.application.Application;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Gives components services that are none. */
public final class ApplicationsForTests {
    private ApplicationsForTests() {}

    /** One application, {@link DemoApplication}. */
    public static Applications demo() {
        Applications applications = new Applications();
        applications.addApplication(Fakes.reference(1, Map.of(Application.NAME, "demo")), new DemoApplication());
        return applications;
    }

    /** Policies of these names, all with the properties {@code alpha} and {@code beta}. */
    public static PolicyNames policies(String... names) {
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
