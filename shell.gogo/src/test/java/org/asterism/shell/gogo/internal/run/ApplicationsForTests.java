package org.asterism.shell.gogo.internal.run;

import java.util.Map;
import org.asterism.shell.gogo.internal.Fakes;
import org.asterism.spi.application.Application;

/** Gives {@link Applications} services that are none. */
public final class ApplicationsForTests {
    private ApplicationsForTests() {}

    /** One application, {@link DemoApplication}. */
    public static Applications demo() {
        Applications applications = new Applications();
        applications.addApplication(Fakes.reference(1, Map.of(Application.NAME, "demo")), new DemoApplication());
        return applications;
    }
}
