package org.asterism.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerSelectionTest {
    @Test
    void shouldReadRangesOfNamesAsTheShellShowsThem() {
        assertEquals(
                WorkerSelection.named("cpu-0", "cpu-1", "cpu-2", "cpu-7", "gpu"),
                WorkerSelection.parse("cpu-0..2, cpu-7,gpu"));
        assertEquals(WorkerSelection.named("cpu-9", "cpu-10"), WorkerSelection.parse("cpu-9..10"));
        assertEquals(WorkerSelection.named("n2-cuda-5"), WorkerSelection.parse("n2-cuda-5..5"));
        assertEquals(WorkerSelection.named("3", "4"), WorkerSelection.parse("3..4"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "none", "(arch=cpu)", "cpu-0,cpu-1", "1/2 of package:0"})
    void shouldReadWhatItWrites(String text) {
        assertEquals(text, WorkerSelection.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu-3..0", "cpu-0..999999999"})
    void shouldRefuseRangesThatMakeNoSense(String text) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> WorkerSelection.parse(text));
        assertTrue(refused.getMessage().contains("'" + text + "' selects no workers"), refused.getMessage());
    }
}
