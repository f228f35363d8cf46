package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriverOptionTest {
    @Test
    void shouldReadANameAndProperties() {
        assertEquals(new DriverOption("opencl", Map.of()), DriverOption.parse("opencl"));
        assertEquals(
                new DriverOption("opencl", Map.of("devices", "0,2", "memory.limit", "64m")),
                DriverOption.parse("opencl,devices=0,2,memory.limit=64m"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "devices=0", "opencl,0", ",devices=0", "opencl,", "opencl,a=1,a=2"})
    void shouldRefuseWhatNamesNoDriver(String wrong) {
        String message = assertThrows(IllegalArgumentException.class, () -> DriverOption.parse(wrong))
                .getMessage();
        assertTrue(message.startsWith("'" + wrong + "' names no driver; write NAME or NAME,key=value"), message);
    }
}
