package org.asterism.deploy.fileinstall.internal;

/**
 * Thrown for a file of a watched folder whose content does not match its name. The message is the cause and the remedy.
 */
final class UnusableFileException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableFileException(String message) {
        super(message);
    }
}
