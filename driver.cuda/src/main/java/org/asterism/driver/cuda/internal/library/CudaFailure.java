package org.asterism.driver.cuda.internal.library;

import java.util.Set;

/** Thrown when a function of the CUDA driver fails. */
public final class CudaFailure extends RuntimeException {
    /** An argument is wrong. */
    public static final int INVALID_VALUE = 1;

    /** Not enough memory. */
    public static final int OUT_OF_MEMORY = 2;

    /** There is no device. */
    public static final int NO_DEVICE = 100;

    /** A program is for another device. */
    public static final int NO_BINARY_FOR_DEVICE = 209;

    /** A module has no kernel of this name. */
    public static final int NOT_FOUND = 500;

    /** An event has not happened yet. */
    public static final int NOT_READY = 600;

    /** The other device's memory was made accessible before. */
    public static final int PEER_ACCESS_ALREADY_ENABLED = 704;

    private static final long serialVersionUID = 1L;

    /**
     * Errors after which a context gives no other answer any more; see the driver's documentation of {@code CUresult}:
     * "the process must be terminated and relaunched", or the device itself does not work. The driver was shut down
     * (4), the device is not available (46), memory errors that cannot be corrected (214, 220, 226), its context is
     * gone (709), kernels that faulted (700, 702, 710, 714 to 719, 721), its server has ended it (810), a device beside
     * it failed (911).
     */
    private static final Set<Integer> LAST =
            Set.of(4, 46, 214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 810, 911);

    private final int error;

    /**
     * Errors that a device gives, too, which has fallen off its bus or was reset by others: not initialised (3), no
     * such device (100, 101), no such context (201), an error of the system's (304), any other (999).
     */
    private static final Set<Integer> SUSPICIOUS = Set.of(3, 100, 101, 201, 304, 999);

    /**
     * Says which function has failed and how.
     *
     * @param function its name
     * @param error its number, as in {@code CUresult}
     * @param name the error's name, or null if the driver does not know it
     * @param text the driver's text for it, or null
     */
    public CudaFailure(String function, int error, String name, String text) {
        super(function + " failed: " + (name == null ? "error" : name) + " (" + error
                + (text == null ? "" : ", " + text) + ")");
        this.error = error;
    }

    /**
     * The error's number.
     *
     * @return as in {@code CUresult}
     */
    public int error() {
        return error;
    }

    /**
     * Whether the device's context is of no use any more.
     *
     * @return true for errors that all later calls give, too
     */
    public boolean isLast() {
        return LAST.contains(error);
    }

    /**
     * Whether the device may be gone, so that it is worth asking.
     *
     * @return true for errors that do not tell
     */
    public boolean isSuspicious() {
        return SUSPICIOUS.contains(error);
    }
}
