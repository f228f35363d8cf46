package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;

class SimulatedHeatTest {
    private static ApplicationTrial small(TaskRuntime runtime) {
        return new ApplicationTrial(runtime)
                .with("width", 32)
                .with("height", 32)
                .with("steps", 10)
                .with("bands", 4);
    }

    @Test
    void shouldCheckAndDrawOnlyWhatASimulationExecutes() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver(Simulation.DRIVER, new DescribedDriver(3));
            try (TaskRuntime runtime = laboratory.factory.create(DescribedDriver.configuration(false))) {
                ApplicationResult result = new HeatApplication().run(small(runtime));
                assertTrue(result.correct());
                assertEquals(false, result.fields().get("checked"));
                assertFalse(result.fields().containsKey("checksum"));
                assertThrows(
                        UsageException.class,
                        () -> new HeatApplication().run(small(runtime).with("png", "picture.png")));
            }
            try (TaskRuntime runtime = laboratory.factory.create(DescribedDriver.configuration(true))) {
                assertEquals(
                        true, new HeatApplication().run(small(runtime)).fields().get("correct"));
            }
        }
    }
}
