package org.asterism.topology.hwloc.internal;

/** libhwloc cannot be used here; the message says why and how to mend it. */
final class HwlocUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    HwlocUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
