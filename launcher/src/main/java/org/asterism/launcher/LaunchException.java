package org.asterism.launcher;

/** Thrown when Asterism cannot start. The message is one line for the user. */
final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LaunchException(String message) {
        super(message);
    }
}
