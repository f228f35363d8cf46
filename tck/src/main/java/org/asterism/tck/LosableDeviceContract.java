package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalInt;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.Test;

/**
 * The contract, besides {@link DeviceExecutionContract}, of drivers when their device is lost. For drivers whose tests
 * can lose a device.
 */
public abstract class LosableDeviceContract extends DeviceExecutionContract {
    /** For subclasses. */
    protected LosableDeviceContract() {}

    /**
     * Loses the device that a unit works on, for instance by a stand-in for the device's library.
     *
     * @param unit has been started, and has nothing under way
     */
    protected abstract void lose(ComputeUnit unit);

    @Test
    void shouldSayThatALostDeviceIsLost() {
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit vector = on.vector(LENGTH)) {
                on.await(on.launch(doubling(), vector));
                lose(on.unit());
                for (int round = 0; round < 3; round++) {
                    assertInstanceOf(
                            DeviceLostException.class,
                            assertThrows(Exception.class, () -> on.await(on.launch(doubling(), vector))),
                            "what a kernel on a lost device throws");
                    assertInstanceOf(
                            DeviceLostException.class,
                            assertThrows(Exception.class, vector::copyOut),
                            "what a copy from a lost device throws");
                }
            }
        });
    }
}
