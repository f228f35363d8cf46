package org.asterism.kit.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevicePropertiesTest {
    private static final List<String> NAMES = List.of("devices", "limit", "on", "workers");

    private static DeviceProperties said(Map<String, ?> configured, Map<String, String> asked) {
        return new DeviceProperties("driver.toy", NAMES, configured, asked);
    }

    private static DeviceProperties said(String name, String value) {
        return said(Map.of(), Map.of(name, value));
    }

    private static String refused(Executable wrong) {
        return assertThrows(IllegalArgumentException.class, wrong).getMessage();
    }

    @Test
    void shouldPreferTheWordOfTheRuntime() {
        DeviceProperties said = said(Map.of("workers", 2, "on", true, "component.name", "toy"), Map.of("workers", "3"));
        assertEquals(3, said.number("workers", 1, 0, 9));
        assertTrue(said.truth("on"));
    }

    @Test
    void shouldFallBackWhereNothingWasSaid() {
        DeviceProperties said = said(Map.of("limit", " "), Map.of());
        assertEquals(7, said.number("workers", 7, 0, 9));
        assertFalse(said.truth("on"));
        assertEquals(Set.of(), said.devices("devices"));
        assertEquals(List.of(), said.numbers("devices", 0, "numbers"));
        assertEquals(OptionalLong.empty(), said.bytes("limit"));
        assertEquals("", said.text("limit"));
    }

    @ParameterizedTest
    @CsvSource({"65536, 65536", "64k, 65536", "16M, 16777216", "1g, 1073741824"})
    void shouldReadSizes(String text, long bytes) {
        assertEquals(OptionalLong.of(bytes), said("limit", text).bytes("limit"));
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "k", "1t", "9223372036854775807k"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertEquals(
                "driver.toy: property 'limit' is '" + text + "': give a number of bytes such as 65536, 64k, 16m or 1g",
                refused(() -> said("limit", text).bytes("limit")));
    }

    @Test
    void shouldReadNumbersOfDevices() {
        assertEquals(Set.of(0, 2), said("devices", "2, 0,2").devices("devices"));
        assertEquals(Set.of(), said("devices", "ALL").devices("devices"));
        assertEquals(
                "driver.toy: property 'devices' is '0,x': give numbers of devices such as 0,2, or all",
                refused(() -> said("devices", "0,x").devices("devices")));
    }

    @Test
    void shouldNameWhatIsAllowed() {
        assertEquals(
                "driver.toy knows no property 'worker': there are devices, limit, on, workers",
                refused(() -> said("worker", "1")));
        assertEquals(
                "driver.toy: property 'workers' is '10': give a number from 0 to 9",
                refused(() -> said("workers", "10").number("workers", 1, 0, 9)));
        assertEquals(
                "driver.toy: property 'on' is 'yes': give true or false",
                refused(() -> said("on", "yes").truth("on")));
    }
}
