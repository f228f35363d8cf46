package org.asterism.spi.driver;

import org.asterism.api.AsterismException;

/**
 * A device does not answer any more, and will not. Thrown by whatever asks it: launches, executions, transfers. The
 * core then retires all workers that share the memory of the unit; tasks that were under way are run elsewhere if their
 * data can be had, and data that were valid there only are reported as lost.
 *
 * <p>Kernels and copies of the device that are under way are asked once more; those that have not ended well by then
 * are given up, so nothing of the device may write to main memory any more.
 */
public final class DeviceLostException extends AsterismException {
    private static final long serialVersionUID = 1L;

    private final String device;

    /**
     * Says which device, and how that is known.
     *
     * @param device its name
     * @param reason such as the error's name and number
     * @param cause what was thrown, or null
     */
    public DeviceLostException(String device, String reason, Throwable cause) {
        super("device " + device + " is lost: " + reason, cause);
        this.device = device;
    }

    /**
     * Which device.
     *
     * @return its name, which its memory has too
     */
    public String device() {
        return device;
    }
}
