package org.asterism.kit.device;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.asterism.spi.thread.BackgroundThread;

/**
 * A thread that waits for events of a device, in the order in which it was given them, and wakes the requester of each.
 * So no other thread has to block in the device's library, or to poll it again and again.
 *
 * <p>Use one for each queue of a device: if an event is late, later events that have already happened are reported
 * late, too.
 *
 * <p>The thread starts with the first event, is a daemon, and ends when the watch is closed. It waits for every
 * accepted event and reports it exactly once, even if the wait fails: the woken thread then asks the device and finds
 * the failure there. Any thread may use a watch; only {@link #close} waits.
 */
public final class CompletionWatch implements AutoCloseable {
    /** An event on a device. */
    @FunctionalInterface
    public interface Event {
        /**
         * Waits until it has happened; at once if it has already.
         *
         * @throws Exception if it never will, or the device cannot tell
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
     * Makes a watch that has nothing to wait for.
     *
     * @param name of its thread
     */
    public CompletionWatch(String name) {
        this(name, () -> {});
    }

    /**
     * Makes a watch whose thread has to be prepared for the device's library.
     *
     * @param name of its thread
     * @param prepare is run once by its thread before it waits for anything, such as to make a context current there;
     *     what it throws is reported, and the thread goes on
     */
    public CompletionWatch(String name, Runnable prepare) {
        this.name = Objects.requireNonNull(name, "name");
        this.prepare = Objects.requireNonNull(prepare, "prepare");
    }

    /**
     * Waits for an event in the background.
     *
     * @param event is waited for when those that were given before have happened
     * @param wake is run once, by the watch's thread, when the event has happened or waiting for it has failed; it must
     *     be quick
     * @throws IllegalStateException if the watch is closed: the event will not be waited for
     */
    public void watch(Event event, Runnable wake) {
        Watched watched = new Watched(Objects.requireNonNull(event, "event"), Objects.requireNonNull(wake, "wake"));
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(
                        name + " is closed: whoever waits for events has to do so before the queue's device is closed");
            }
            if (thread == null) {
                Thread starting = new BackgroundThread(name, this::work);
                starting.start(); // may throw if there is no memory for it
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
                // Whoever is woken asks the device himself and is told what is wrong; here it only tells that waiting
                // is over.
                LOG.log(System.Logger.Level.DEBUG, name + " could not wait for an event: " + thrown, thrown);
            }
            wake(next.wake);
        }
    }

    /** The thread has to live on, whatever those do whom it wakes. */
    private void wake(Runnable wake) {
        try {
            wake.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.ERROR, name + ": whoever waited for an event has thrown " + thrown, thrown);
        }
    }

    private synchronized Watched take() {
        while (events.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException stray) {
                // Nobody has reason to interrupt this thread, and events that were taken have to be told.
                continue;
            }
        }
        return events.poll();
    }

    /**
     * Whether the calling thread is the one of this watch, as it is within what it runs to wake somebody.
     *
     * @return true there
     */
    public synchronized boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /**
     * Ends the thread when the events that it was given have been waited for, and waits for that; so the device's
     * context must be closed later. Whoever is woken may close the watch, and does not wait then. Further calls do
     * nothing new.
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
                interrupted = true; // what the thread waits for must not be given back before it has ended
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
