package org.asterism.core.internal.coherence;

import java.util.function.Consumer;

/**
 * Waits until several events have ended, and then reports the first failure, or null. Its creator calls {@link #accept}
 * once more after it has added all events.
 */
final class Meeting implements Consumer<Throwable> {
    private final Consumer<Throwable> then;
    private int missing = 1;
    private Throwable failure;

    Meeting(Consumer<Throwable> then) {
        this.then = then;
    }

    /** Waits for one more, which meets it when it has ended. */
    Meeting withOneMore() {
        missing++;
        return this;
    }

    @Override
    public void accept(Throwable failed) {
        failure = failure == null ? failed : failure;
        if (--missing == 0) {
            then.accept(failure);
        }
    }
}
