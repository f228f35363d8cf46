package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DriverConfigurationTest {
    private final Laboratory laboratory = new Laboratory();
    private final List<DriverRequest> requests = new ArrayList<>();
    private final Driver picky = request -> {
        requests.add(request);
        throw new IllegalArgumentException("speed is 'fast'; allowed are 1 to 9");
    };

    @AfterEach
    void close() {
        laboratory.close();
    }

    @Test
    void shouldTellEachDriverWhatIsSaidToIt() {
        laboratory.addDriver("picky", picky);
        RuntimeConfiguration configuration =
                RuntimeConfiguration.defaults().withDriverProperty("other", "speed", "fast");
        laboratory.factory.create(configuration).close();
        assertEquals(Map.of(), requests.getLast().properties());
        assertThrows(
                IllegalArgumentException.class,
                () -> laboratory.factory.create(configuration.withDriverProperty("picky", "speed", "3")));
        assertEquals(Map.of("speed", "3"), requests.getLast().properties());
    }

    @Test
    void shouldMakeNoRuntimeWhoseConfigurationADriverRefuses() {
        laboratory.addDriver("picky", picky);
        RuntimeConfiguration configuration =
                RuntimeConfiguration.defaults().withDriverProperty("picky", "speed", "fast");
        assertEquals(
                "driver 'picky' refuses what the runtime wants of it: speed is 'fast'; allowed are 1 to 9",
                assertThrows(IllegalArgumentException.class, () -> laboratory.factory.create(configuration))
                        .getMessage());
        RuntimeConfiguration numbered = RuntimeConfiguration.defaults().withWorkers("picky", 3);
        assertThrows(IllegalArgumentException.class, () -> laboratory.factory.create(numbered));
    }

    @Test
    void shouldDoWithoutADriverThatIsWrongByItself() {
        laboratory.addDriver("picky", picky);
        laboratory.addDriver("cpu", new InlineDriver(2));
        try (TaskRuntime runtime = laboratory.runtime()) {
            assertEquals(2, runtime.workers().size());
        }
        assertEquals(1, requests.size());
    }

    @Test
    void shouldLiveOnWhenADriverThatRefusesComesLate() {
        laboratory.addDriver("cpu", new InlineDriver(2));
        RuntimeConfiguration configuration =
                RuntimeConfiguration.defaults().withDriverProperty("picky", "speed", "fast");
        try (TaskRuntime runtime = laboratory.factory.create(configuration)) {
            laboratory.addDriver("picky", picky);
            assertEquals(1, requests.size());
            assertEquals(2, runtime.workers().size());
        }
    }
}
