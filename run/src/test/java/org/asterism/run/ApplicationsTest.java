package org.asterism.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.asterism.report.fixture.Fakes;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;

class ApplicationsTest {
    private final Applications applications = new Applications();

    private ServiceReference<Application> add(long id, String name, Application application) {
        ServiceReference<Application> reference = Fakes.reference(id, Map.of(Application.NAME, name));
        applications.addApplication(reference, application);
        return reference;
    }

    @Test
    void shouldWaitForAnApplicationThatIsOnItsWay() throws Exception {
        Application late = new DemoApplication();
        CompletableFuture<Application> found = CompletableFuture.supplyAsync(() -> {
            try {
                return applications.find("late", Duration.ofMinutes(1)).application();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        add(1, "other", new DemoApplication());
        add(2, "late", late);

        assertSame(late, found.get());
    }

    @Test
    void shouldPreferTheOlderOfTwoWithOneName() throws Exception {
        Application older = new DemoApplication();
        add(2, "demo", new DemoApplication());
        ServiceReference<Application> reference = add(1, "demo", older);

        assertEquals(1, applications.all().size());
        assertSame(older, applications.find("demo", Duration.ZERO).application());
        applications.removeApplication(reference);
        assertEquals(1, applications.all().size());
    }

    @Test
    void shouldNameWhatThereIs() {
        assertEquals(
                "there is no application 'x'; there are none: install a bundle that brings one",
                assertThrows(UsageException.class, () -> applications.find("x", Duration.ZERO))
                        .getMessage());
        add(1, "b", new DemoApplication());
        add(2, "a", new DemoApplication());
        assertEquals("there are: a, b", applications.what());
    }

    @Test
    void shouldIgnoreAnApplicationWithoutAName() {
        applications.addApplication(Fakes.reference(1, Map.of()), new DemoApplication());

        assertEquals(List.of(), applications.all());
    }
}
