package org.asterism.driver.opencl.internal.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static Settings of(String name, String value) {
        return Settings.of(Map.of(), Map.of(name, value));
    }

    @Test
    void shouldHaveTheDocumentedDefaults() {
        assertEquals(
                new Settings(Set.of(), "", false, 0, 2, OptionalLong.empty(), 10, "", false, List.of(), false, false),
                Settings.of(Map.of(), Map.of()));
    }

    @Test
    void shouldTakeTheRuntimesWordBeforeTheConfigurations() {
        Map<String, Object> configured = Map.of("pipeline", 5, "workers", 3, "cpu.devices", true, "service.pid", "x");
        Settings settings = Settings.of(configured, Map.of("pipeline", "7"));
        assertEquals(7, settings.pipeline());
        assertEquals(3, settings.workers());
        assertTrue(settings.cpuDevices());
        assertFalse(Settings.of(configured, Map.of("cpu.devices", "false")).cpuDevices());
    }

    @Test
    void shouldReadEverySetting() {
        assertEquals(Set.of(0, 2), of("devices", " 0, 2 ").devices());
        assertEquals(Set.of(), of("devices", "ALL").devices());
        assertEquals("nvidia", of("platform", "NVIDIA").platform());
        assertEquals(OptionalLong.of(65536), of("memory.limit", "65536").memoryLimit());
        assertEquals(OptionalLong.of(64 << 10), of("memory.limit", "64k").memoryLimit());
        assertEquals(OptionalLong.of(16 << 20), of("memory.limit", "16M").memoryLimit());
        assertEquals(OptionalLong.of(3L << 30), of("memory.limit", "3g").memoryLimit());
        assertEquals(0, of("memory.reserve", "0").memoryReserve());
        assertEquals("/x", of("cache", "/x").cache());
        assertTrue(of("zero.copy", "true").zeroCopy());
        assertTrue(of("out.of.order", "TRUE").outOfOrder());
        assertTrue(of("shared.context", "true").sharedContext());
        assertEquals(List.of(1), of("sub.devices", "1").subDevices());
        assertEquals(List.of(1, 3), of("sub.devices", "1, 3").subDevices());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "devices|x|numbers of devices",
                "devices|0,-1|numbers of devices",
                "cpu.devices|yes|true or false",
                "zero.copy|1|true or false",
                "out.of.order|on|true or false",
                "shared.context|on|true or false",
                "workers|-1|0 to 64",
                "workers|65|0 to 64",
                "pipeline|0|1 to 64",
                "pipeline|many|1 to 64",
                "memory.limit|0|bytes",
                "memory.limit|-5|bytes",
                "memory.limit|g|bytes",
                "memory.limit|9999999999g|bytes",
                "memory.reserve|91|0 to 90",
                "sub.devices|0|compute units",
                "sub.devices|1,x|compute units",
            })
    void shouldRefuseWhatIsNotAllowedAndSayWhatIs(String name, String value, String allowed) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> of(name, value));
        for (String part : List.of("driver.opencl", "'" + name + "'", "'" + value + "'", allowed)) {
            assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
        }
    }

    @Test
    void shouldRefusePropertiesThatItDoesNotKnow() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> of("worker", "1"));
        assertTrue(
                refusal.getMessage().contains("'worker'")
                        && refusal.getMessage().contains("workers"),
                refusal.getMessage());
    }
}
