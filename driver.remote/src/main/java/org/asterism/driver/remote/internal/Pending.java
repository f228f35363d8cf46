package org.asterism.driver.remote.internal;

/** Something that a member does, and whose end a message tells. Thread-safe. */
abstract class Pending {
    private Throwable failure;
    private volatile boolean ended;
    private Runnable wake;

    /**
     * Ends it; further ends are ignored.
     *
     * @param thrown what it failed with, or null
     */
    final void end(Throwable thrown) {
        Runnable told;
        synchronized (this) {
            if (ended) {
                return;
            }
            failure = thrown;
            ended = true;
            told = wake;
            wake = null;
        }
        if (told != null) {
            told.run();
        }
    }

    /** The link is closed: nothing more will be heard. */
    abstract void lost(RuntimeException loss);

    /** Whether it has ended; throws what it failed with. */
    final boolean hasEnded() throws Exception {
        if (!ended) {
            return false;
        }
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            case Exception exception -> throw exception;
            default -> throw new IllegalStateException(failure);
        }
        return true;
    }

    /** Requests a notification at the end; at once if it has ended. */
    final void tellEnd(Runnable listener) {
        synchronized (this) {
            if (!ended) {
                Runnable former = wake;
                wake = former == null
                        ? listener
                        : () -> {
                            former.run();
                            listener.run();
                        };
                return;
            }
        }
        listener.run();
    }
}
