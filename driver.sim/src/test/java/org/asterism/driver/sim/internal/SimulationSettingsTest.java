package org.asterism.driver.sim.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.asterism.api.Clock;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.tck.VirtualEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationSettingsTest {
    private static String refusal(Map<String, String> properties, Clock clock) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> new SimulationDriver().open(new DriverRequest(OptionalInt.empty(), clock, properties)))
                .getMessage();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            seed           | x     | property 'seed' is 'x': give a whole number
            spread         | maybe | property 'spread' is 'maybe': give on or off
            execute        | 1     | property 'execute' is '1': give on or off
            watts.cpu      | 9     | property 'watts.cpu' is '9': give what an idle worker needs and what a busy one needs, in watts
            watts.cpu      | 9/8   | property 'watts.cpu' is '9/8': give what an idle worker needs and what a busy one needs, in watts
            workers.cpu    | -1    | property 'workers.cpu' is '-1': give a number from 0 to 1000000
            tpu            | 4     | driver 'sim' knows no property 'tpu': there are machine, execute, seed,
            workers.tpu    | 4     | property 'workers.tpu' names no workers of laptop: there are cpu, cuda
            costs.transfer | off   | driver 'sim' knows no property 'costs.transfer': there are machine,
            memory.limit   | 16 MB | property 'memory.limit' is '16 MB': give bytes, such as 65536, 64k, 16m or 1g
            cost.queueing  | 10    | property 'cost.queueing' is '10': give on or off
            """)
    void shouldSayWhatIsAllowed(String name, String value, String said) {
        Map<String, String> properties = new HashMap<>(Map.of("machine", "laptop"));
        properties.put(name, value);
        String message = refusal(properties, new VirtualEvents());
        assertTrue(message.contains(said), message);
    }

    @Test
    void shouldRefuseWorkersOfACoordinatorThatHasNone(@TempDir Path folder) throws IOException {
        Path machine = Files.writeString(folder.resolve("machine.json"), """
                {"format": "asterism-machine-1", "name": "m", "memories": [{"name": "main"}], "workers": [],
                 "members": {"count": 2, "name": "node", "bytes": 1000000,
                             "workers": [{"architecture": "cpu", "count": 4}],
                             "to": {"bandwidth_MBps": 1000}, "from": {"bandwidth_MBps": 1000}},
                 "kernels": {"*": {"cpu": {"law": {"a_us": 0, "c_us": 5}}}}}
                """);
        String message = refusal(Map.of("machine", machine.toString(), "workers.cpu", "3"), new VirtualEvents());
        assertTrue(message.contains("'workers.cpu' names no workers of m but those of members: set their"), message);
    }

    @Test
    void shouldAskForAMachineAndForVirtualTime() {
        assertTrue(refusal(Map.of("seed", "1"), new VirtualEvents()).contains("property 'machine' is missing"));
        assertTrue(refusal(Map.of("machine", "laptop"), Clock.system()).contains("works in virtual time only"));
    }

    @Test
    void shouldOpenNothingForARuntimeThatIsNotSimulated() {
        assertEquals(
                List.of(),
                new SimulationDriver().open(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of())));
    }
}
