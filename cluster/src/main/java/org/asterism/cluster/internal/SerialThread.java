package org.asterism.cluster.internal;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Daemon thread that makes changes one after the other. It logs what a change throws, and goes on. */
final class SerialThread {
    private static final System.Logger LOG = System.getLogger(SerialThread.class.getName());
    private static final long CLOSING_SECONDS = 1;

    private final String name;
    private final ScheduledThreadPoolExecutor executor;

    SerialThread(String name) {
        this.name = name;
        executor = new ScheduledThreadPoolExecutor(1, task -> daemon(name, task));
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Makes a daemon thread, not started. */
    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Has the thread make a change.
     *
     * @return false if the thread has ended, or is about to: the change is not made
     */
    boolean run(Runnable change) {
        return later(change, 0);
    }

    /** As {@link #run}, after a pause. The end of the thread is not delayed for it. */
    boolean later(Runnable change, long millis) {
        try {
            executor.schedule(() -> make(change), millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        }
    }

    private void make(Runnable change) {
        try {
            change.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.ERROR, name + " has met " + thrown, thrown);
        }
    }

    /** As {@link #run}, and waits until the change is made, but not for long. Not for the thread itself. */
    void runAndWait(Runnable change) {
        FutureTask<Void> made = new FutureTask<>(() -> make(change), null);
        if (!run(made)) {
            return;
        }
        try {
            made.get(CLOSING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            LOG.log(System.Logger.Level.DEBUG, name + " is busy", late);
        }
    }

    /** Ends the thread after the changes that were asked for, and a last one; waits for that, but not for long. */
    void close(Runnable last) {
        run(last);
        executor.shutdown();
        try {
            executor.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
