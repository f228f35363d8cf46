package org.asterism.deploy.fileinstall.internal;

/** A file of a watched folder is not what its name says; the message is the cause and the remedy. */
final class UnusableFileException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableFileException(String message) {
        super(message);
    }
}
