package org.example.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.asterism.api.Clock;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.tck.DriverContract;
import org.junit.jupiter.api.Test;

/** Runs the driver through the contract of all drivers, and tests what it promises beyond that. */
final class EmulatedDriverTest extends DriverContract {
    @Override
    protected Driver driver() {
        return new EmulatedDriver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of(Settings.UNITS, "3");
    }

    private static DriverRequest request(OptionalInt most, Map<String, String> properties) {
        return new DriverRequest(most, Clock.system(), properties);
    }

    @Test
    void shouldShareOneMemoryAmongItsUnits() {
        List<ComputeUnit> units = driver().open(request(OptionalInt.empty(), Map.of("units", "2", "memory.mib", "8")));
        assertEquals(2, units.size());
        assertSame(
                units.getFirst().memory().orElseThrow(),
                units.getLast().memory().orElseThrow());
        assertEquals(8 << 20, units.getFirst().memory().orElseThrow().capacity());
    }

    @Test
    void shouldReportWhetherARuntimeUsesTheDevice() {
        assertTrue(driver().report(request(OptionalInt.empty(), Map.of()))
                .devices()
                .getFirst()
                .used());
        assertFalse(driver().report(request(OptionalInt.of(0), Map.of()))
                .devices()
                .getFirst()
                .used());
    }

    @Test
    void shouldRefusePropertiesThatItDoesNotKnow() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> driver().open(request(OptionalInt.empty(), Map.of("cores", "2"))))
                .getMessage();
        assertTrue(message.contains("'cores'") && message.contains("units, memory.mib"), message);
    }
}
