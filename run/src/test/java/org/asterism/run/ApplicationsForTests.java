package org.asterism.run;

import java.util.Map;
import org.asterism.report.fixture.Fakes;
import org.asterism.spi.application.Application;

/** Gives {@link Applications} services that are none. */
public final class ApplicationsForTests {
    private ApplicationsForTests() {}

    /** One application, {@link DemoApplication}. */
    public static Applications demo() {
        return of("demo", new DemoApplication());
    }

    /** One application. */
    public static Applications of(String name, Application application) {
        Applications applications = new Applications();
        applications.addApplication(Fakes.reference(1, Map.of(Application.NAME, name)), application);
        return applications;
    }
}
