package org.asterism.bench.revisions;

/** The comparison cannot be made; the message tells the user why and what to do, in one line. */
final class ComparisonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ComparisonException(String message) {
        super(message);
    }
}
