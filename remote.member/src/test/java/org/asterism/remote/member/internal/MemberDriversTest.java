package org.asterism.remote.member.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.asterism.spi.driver.Driver;
import org.junit.jupiter.api.Test;

class MemberDriversTest {
    private static final MemberSettings SETTINGS = new MemberSettings("node1", 1024, OptionalInt.of(3));

    private final Driver cpu = request -> List.of();
    private final Driver opencl = request -> List.of();

    @Test
    void shouldAskNamedDriversForWhatTheConfigurationSays() {
        MemberDrivers drivers = MemberDrivers.parse("cpu", "opencl,devices=0");
        drivers.add("opencl", opencl);
        drivers.add("cpu", cpu);
        drivers.add("cuda", request -> List.of());
        List<MemberDriver> wanted = drivers.wanted(SETTINGS);
        assertEquals(2, wanted.size());
        assertSame(cpu, wanted.get(0).driver());
        assertEquals(OptionalInt.of(3), wanted.get(0).request().mostUnits());
        assertSame(opencl, wanted.get(1).driver());
        assertEquals(OptionalInt.empty(), wanted.get(1).request().mostUnits());
        assertEquals(Map.of("devices", "0"), wanted.get(1).request().properties());
        assertTrue(drivers.wants("opencl"));
        assertFalse(drivers.wants("cuda"));
    }

    @Test
    void shouldNameTheDriversThatThereAreWhenOneIsMissing() {
        MemberDrivers drivers = MemberDrivers.parse("cpu", "vulkan");
        drivers.add("opencl", opencl);
        drivers.add("cpu", cpu);
        String message = assertThrows(IllegalArgumentException.class, () -> drivers.wanted(SETTINGS))
                .getMessage();
        assertEquals("member node1 has no driver 'vulkan': there are cpu, opencl", message);
    }

    @Test
    void shouldSayWhichPropertyIsWrong() {
        String message = assertThrows(IllegalArgumentException.class, () -> MemberDrivers.parse("=x"))
                .getMessage();
        assertTrue(message.startsWith("property 'drivers' of org.asterism.remote.member: '=x' names no"), message);
        message = assertThrows(IllegalArgumentException.class, () -> MemberDrivers.parse("cpu", "cpu,a=b"))
                .getMessage();
        assertTrue(message.contains("a driver is named twice"), message);
    }
}
