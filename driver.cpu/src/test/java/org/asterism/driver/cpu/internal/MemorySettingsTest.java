package org.asterism.driver.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySettingsTest {
    @Test
    void shouldBeMainMemoryAloneWithoutLimitWhenNothingIsSaid() {
        assertEquals(new MemorySettings(1, Long.MAX_VALUE), MemorySettings.of(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "65536, 65536",
        "64k, 65536",
        "64K, 65536",
        "16m, 16777216",
        "1g, 1073741824",
        "8589934591g, 9223372035781033984"
    })
    void shouldReadSizes(String text, long bytes) {
        assertEquals(bytes, MemorySettings.of(Map.of("memory.limit", text)).limit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "16x", "k", "1.5g", "0k", "8589934592g", "16 mb"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertRefused(Map.of("memory.limit", text), "'" + text + "'", "'memory.limit'", "64k, 16m or 1g");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "65", "three", "2.0"})
    void shouldRefuseWhatIsNoNumberOfNodes(String text) {
        assertRefused(Map.of("memory.nodes", text), "'" + text + "'", "'memory.nodes'", "1 to 64");
    }

    @Test
    void shouldNameThePropertyItDoesNotKnowAndThoseThatItDoes() {
        assertRefused(Map.of("memory.node", "2"), "'memory.node'", "memory.nodes", "memory.limit");
    }

    private static void assertRefused(Map<String, String> properties, String... parts) {
        String message = assertThrows(IllegalArgumentException.class, () -> MemorySettings.of(properties))
                .getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message + " should contain " + part);
        }
    }
}
