package org.asterism.cluster.internal;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tries to join a group, again and again until it works or is not wanted any more, on a thread of its own: the address
 * may be in use for a while, and the name of a host unknown.
 */
final class Joining implements AutoCloseable {
    private static final long PAUSE_SECONDS = 2;

    /** One attempt. */
    @FunctionalInterface
    interface Attempt {
        /**
         * Joins.
         *
         * @return the part in the group
         * @throws IOException if that does not work now
         * @throws IllegalArgumentException if a setting is wrong, perhaps only now
         */
        Group join() throws IOException;
    }

    private final Attempt attempt;
    private final Consumer<String> whenFailed;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Joining(Attempt attempt, Consumer<String> whenFailed) {
        this.attempt = attempt;
        this.whenFailed = whenFailed;
    }

    /**
     * Begins.
     *
     * @param attempt keeps the part in the group, if it gets one, for the one who closes this
     * @param whenFailed gets the reason of each attempt that fails, in a phrase
     */
    static Joining begin(Attempt attempt, Consumer<String> whenFailed) {
        Joining joining = new Joining(attempt, whenFailed);
        SerialThread.daemon("asterism-cluster-join", joining::run).start();
        return joining;
    }

    private void run() {
        try {
            do {
                Group joined = attempt();
                if (joined != null) {
                    if (closed.getCount() == 0) {
                        joined.close();
                    }
                    return;
                }
            } while (!closed.await(PAUSE_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException unwanted) {
            // Nobody interrupts this thread, but it would end.
        }
    }

    private Group attempt() {
        try {
            return attempt.join();
        } catch (IOException | RuntimeException | Error failed) {
            if (closed.getCount() != 0) {
                whenFailed.accept(failed.getMessage() == null ? failed.toString() : failed.getMessage());
            }
            return null;
        }
    }

    /** Ends the attempts. One that is under way leaves the group again if it succeeds. */
    @Override
    public void close() {
        closed.countDown();
    }
}
