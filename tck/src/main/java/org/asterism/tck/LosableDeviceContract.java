package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalInt;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.Test;

/**
 * Contract for the loss of a device, in addition to {@link DeviceExecutionContract}. It applies to drivers whose tests
 * can cause a loss.
 */
public abstract class LosableDeviceContract extends DeviceExecutionContract {
    /** Called by subclasses. */
    protected LosableDeviceContract() {}

    /**
     * Makes the device of a unit fail, for instance by a stand-in for the device's library.
     *
     * @param unit started unit without running kernels
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
