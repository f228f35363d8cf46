package org.asterism.driver.sim.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.asterism.api.Runtime;
import org.asterism.api.Simulation;
import org.asterism.api.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real core on described machines. */
@Timeout(30)
class SimulationTest {
    private static final String SMALL = Laboratory.file("small-platform.json");

    @Test
    void shouldOpenTheWorkersOfAPlatformFile() {
        try (Laboratory laboratory = new Laboratory();
                Runtime runtime = laboratory.runtime(Simulation.of(SMALL))) {
            assertEquals(
                    List.of("cuda-0", "cuda-1", "cpu-0", "cpu-1"),
                    runtime.workers().stream().map(Worker::name).toList());
        }
    }
}
