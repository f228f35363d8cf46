package org.asterism.bench.revisions;

/** Thrown when the comparison cannot be made. The message gives the reason and the remedy in one line. */
final class ComparisonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ComparisonException(String message) {
        super(message);
    }
}
