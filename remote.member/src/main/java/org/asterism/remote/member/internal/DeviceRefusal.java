package org.asterism.remote.member.internal;

/** Thrown for copies and kernels that need memory of a device which this device has not given. */
final class DeviceRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeviceRefusal(String message) {
        super(message, null, false, false);
    }
}
