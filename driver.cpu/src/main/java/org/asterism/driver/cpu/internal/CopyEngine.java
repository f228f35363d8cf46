package org.asterism.driver.cpu.internal;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.Transfer;
import org.asterism.spi.thread.BackgroundThread;

/**
 * Copies in the background, one after the other, in the order in which copies were begun.
 *
 * <p>Its thread starts with the first copy and ends when the last memory is closed and nothing is left to copy; a later
 * copy starts another thread. Any thread may begin copies, and none waits for them here.
 */
final class CopyEngine {
    private static final System.Logger LOG = System.getLogger(CopyEngine.class.getName());

    private final String name;
    private final Runnable unbind;
    private final Queue<HostTransfer> queue = new ArrayDeque<>();
    private int memories;
    private boolean running;

    /**
     * Makes an engine that has nothing to do.
     *
     * @param name of its thread
     * @param memories the number of memories that it copies to and from
     * @param unbind lets the calling thread run anywhere: a thread begins bound to where the one is that has started
     *     it, and that may be a worker
     */
    CopyEngine(String name, int memories, Runnable unbind) {
        this.name = name;
        this.memories = memories;
        this.unbind = unbind;
    }

    /** Begins to copy. */
    Transfer begin(List<BufferCopy> copies) {
        HostTransfer transfer = new HostTransfer(copies);
        synchronized (this) {
            queue.add(transfer);
            if (running) {
                notifyAll();
                return transfer;
            }
            running = true;
        }
        try {
            new BackgroundThread(name, this::work).start();
        } catch (OutOfMemoryError noThread) {
            abandon();
            throw noThread;
        }
        return transfer;
    }

    /** Lets the copies fail that were begun while their thread was thought to start. */
    private void abandon() {
        List<HostTransfer> left;
        synchronized (this) {
            running = false;
            left = List.copyOf(queue);
            queue.clear();
        }
        left.forEach(HostTransfer::abandon);
    }

    /** A memory is closed. */
    synchronized void memoryClosed() {
        memories--;
        notifyAll();
    }

    private void work() {
        try {
            unbind.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.WARNING, "driver.cpu: the thread that copies stays bound: " + thrown, thrown);
        }
        for (HostTransfer next = take(); next != null; next = take()) {
            next.run();
        }
    }

    private synchronized HostTransfer take() {
        while (queue.isEmpty()) {
            if (memories <= 0) {
                running = false;
                return null;
            }
            try {
                wait();
            } catch (InterruptedException stray) {
                // Nobody has reason to interrupt this thread, and copies that were begun have to be ended.
                continue;
            }
        }
        return queue.poll();
    }
}
