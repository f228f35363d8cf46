package org.asterism.run;

import java.util.Map;
import org.asterism.report.fixture.Fakes;
import org.asterism.spi.application.Application;

/** Gives {@link Applications} services that are none. */
public final class ApplicationsForTests {
    private ApplicationsForTests() {}

    /**
     * Returns a registry with the application {@code demo}.
     *
     * @return the registry
     */
    public static Applications demo() {
        return of("demo", new DemoApplication());
    }

    /**
     * Returns a registry with one application.
     *
     * @param name name of the application
     * @param application the application
     * @return the registry
     */
    public static Applications of(String name, Application application) {
        Applications applications = new Applications();
        applications.addApplication(Fakes.reference(1, Map.of(Application.NAME, name)), application);
        return applications;
    }
}
