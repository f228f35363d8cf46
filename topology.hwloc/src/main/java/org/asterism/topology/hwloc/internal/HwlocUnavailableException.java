package org.asterism.topology.hwloc.internal;

/** Thrown when libhwloc cannot be used here. The message gives the cause and the remedy. */
final class HwlocUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    HwlocUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
