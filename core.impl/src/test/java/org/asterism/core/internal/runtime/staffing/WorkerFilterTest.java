package org.asterism.core.internal.runtime.staffing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerFilterTest {
    @Test
    void shouldMeanWorkersByTheirFacts() {
        assertTrue(WorkerFilter.of("(|(arch=cpu)(arch=opencl))").matches(Map.of("arch", "opencl")));
    }

    @Test
    void shouldSayThatAFilterEndsTooEarly() {
        assertEquals(
                "the filter '(arch=opencl' ends too early: a parenthesis is not closed",
                assertThrows(IllegalArgumentException.class, () -> WorkerFilter.of("(arch=opencl"))
                        .getMessage());
    }
}
