package org.asterism.kit.device;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.asterism.spi.thread.BackgroundThread;

/**
 * Thread that waits for events of a device, in the order in which they were added, and calls a wake-up action for each.
 * So no other thread has to block in the device's library or poll it.
 *
 * <p>Use one for each queue of a device: if an event is late, later events that have already happened are reported
 * late, too.
 *
 * <p>The thread starts with the first event, is a daemon, and ends when the watch is closed. It waits for every
 * accepted event and reports it exactly once, even if the wait fails: the woken thread then queries the device and
 * finds the failure. Any thread may use a watch; only {@link #close} waits.
 */
public final class CompletionWatch implements AutoCloseable {
    /** An event on a device. */
    @FunctionalInterface
    public interface Event {
        /**
         * Waits until the event has happened; returns at once if it already has.
         *
         * @throws Exception if the event will never happen, or the device cannot tell
         */
        void await() throws Exception;
    }

    private record Watched(Event event, Runnable wake) {}

    private static final System.Logger LOG = System.getLogger(CompletionWatch.class.getName());

    private final String name;
    private final Runnable prepare;
    private final Queue<Watched> events = new ArrayDeque<>();
    private Thread thread;
    private boolean closed;

    /**
     * Creates a watch without events.
     *
     * @param name name of the thread
     */
    public CompletionWatch(String name) {
        this(name, () -> {});
    }

    /**
     * Creates a watch whose thread first runs a preparation for the device's library.
     *
     * @param name name of the thread
     * @param prepare runs once on the thread before the first wait, for example to make a context current there.
     *     Exceptions are logged and ignored
     */
    public CompletionWatch(String name, Runnable prepare) {
        this.name = Objects.requireNonNull(name, "name");
        this.prepare = Objects.requireNonNull(prepare, "prepare");
    }

    /**
     * Waits for an event in the background.
     *
     * @param event the event; the wait starts after all earlier events
     * @param wake runs once on the watch's thread when the event has happened or the wait has failed; it must be quick
     * @throws IllegalStateException if the watch is closed: the event will not be waited for
     */
    public void watch(Event event, Runnable wake) {
        Watched watched = new Watched(Objects.requireNonNull(event, "event"), Objects.requireNonNull(wake, "wake"));
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(
                        name + " is closed: wait for events before the queue's device is closed");
            }
            if (thread == null) {
                Thread starting = new BackgroundThread(name, this::work);
                starting.start(); // may throw if there is no memory for the thread
                thread = starting;
            }
            events.add(watched);
            notifyAll();
        }
    }

    private void work() {
        try {
            prepare.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.ERROR, name + " cannot be prepared to wait for events: " + thrown, thrown);
        }
        for (Watched next = take(); next != null; next = take()) {
            try {
                next.event.await();
            } catch (Exception | Error thrown) {
                // The woken thread queries the device itself and finds the failure; this call only reports that waiting
                // is over.
                LOG.log(System.Logger.Level.DEBUG, name + " could not wait for an event: " + thrown, thrown);
            }
            wake(next.wake);
        }
    }

    /** Calls the wake-up action and logs its exceptions, because the thread has to continue. */
    private void wake(Runnable wake) {
        try {
            wake.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.ERROR, name + ": the wake-up action of an event has thrown " + thrown, thrown);
        }
    }

    private synchronized Watched take() {
        while (events.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException stray) {
                // No code has a reason to interrupt this thread, and accepted events have to be reported.
                continue;
            }
        }
        return events.poll();
    }

    /**
     * Whether the calling thread is the thread of this watch, as it is within a wake-up action.
     *
     * @return true there
     */
    public synchronized boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /**
     * Ends the thread after it has reported all accepted events, and waits for that. So the caller must close the
     * device's context later. A wake-up action may call this method, which then does not wait. Further calls have no
     * effect.
     */
    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            notifyAll();
            ending = thread;
        }
        if (ending == null || ending == Thread.currentThread()) {
            return;
        }
        boolean interrupted = false;
        while (ending.isAlive()) {
            try {
                ending.join();
            } catch (InterruptedException later) {
                interrupted = true; // the thread's resources must not be released before it has ended
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
