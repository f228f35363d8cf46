package org.asterism.core.internal.runtime;

/** The lifecycle of a runtime: it accepts tasks of programs, is ending, or is closed. Any thread may use it. */
final class Lifetime {
    private volatile boolean ending;
    private volatile boolean closed;

    /** Whether it was asked to come to its end, or is closed. */
    boolean isEnding() {
        return ending;
    }

    boolean isClosed() {
        return closed;
    }

    /** Asks it to come to its end. */
    void end() {
        ending = true;
    }

    /** Closes it; false if it is closed already. */
    synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        ending = true;
        return true;
    }

    /** Returns the exception for calls that need an open runtime. */
    IllegalStateException refusal() {
        return new IllegalStateException(
                closed
                        ? "the runtime is closed: make another one with RuntimeFactory.create(...)"
                        : "the runtime was asked to come to its end with requestTermination(), and takes no more "
                                + "tasks: close it,"
                                + " and make another one with RuntimeFactory.create(...)");
    }
}
