package org.asterism.spi.driver;

import org.asterism.api.AsterismException;

/**
 * Thrown by launches, executions and transfers when a device has failed for good.
 *
 * <p>The core then retires all workers that share the memory of the unit. Tasks that were under way run elsewhere if
 * their data are available, and data that were valid there only are reported as lost.
 *
 * <p>Kernels and copies of the device that are under way are polled once more. The core then gives up those that have
 * not succeeded. From then on, the device must not write to main memory.
 */
public final class DeviceLostException extends AsterismException {
    private static final long serialVersionUID = 1L;

    private final String device;

    /**
     * Creates the exception for a device.
     *
     * @param device its name
     * @param reason the evidence, such as the error's name and number
     * @param cause the thrown exception, or null
     */
    public DeviceLostException(String device, String reason, Throwable cause) {
        super("device " + device + " is lost: " + reason, cause);
        this.device = device;
    }

    /**
     * Returns the name of the device.
     *
     * @return its name, which its memory has too
     */
    public String device() {
        return device;
    }
}
