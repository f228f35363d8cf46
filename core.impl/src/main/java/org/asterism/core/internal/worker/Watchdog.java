package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.asterism.api.Clock;
import org.asterism.api.TaskOverview.OverdueTask;
import org.asterism.api.Worker;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.thread.BackgroundThread;

/**
 * Reports kernels that run longer than their codelet's time limit, once each and while they run.
 *
 * <p>A kernel occupies its worker's thread, or its worker sleeps while it runs asynchronously, so a separate thread
 * looks. This thread exists only once a codelet with a limit was used. In virtual time kernels are checked when they
 * are polled.
 *
 * <p><b>Memory order.</b> A thread that begins a watch adds it first and then reads the time of the next look. The
 * watchdog's thread clears that time before it reads the watches. Both are volatile, so either that thread sees the
 * watch, or it is woken for it.
 */
public final class Watchdog {
    private static final Logger LOG = System.getLogger(Watchdog.class.getName());

    /** A kernel under way that has a limit. */
    static final class Watch {
        private final Job job;
        private final Worker worker;
        private final long limit;
        private final long begin;

        /** The thread that the kernel keeps, or null if it is under way by itself. */
        private volatile Thread thread;

        private volatile boolean reported;

        private Watch(Job job, Worker worker, long limit, long begin, Thread thread) {
            this.job = job;
            this.worker = worker;
            this.limit = limit;
            this.begin = begin;
            this.thread = thread;
        }

        /** Says that the kernel is under way by itself: what the worker's thread does says nothing about it. */
        void isByItself() {
            thread = null;
        }

        private boolean reported() {
            return reported;
        }

        private synchronized boolean report() {
            boolean first = !reported;
            reported = true;
            return first;
        }
    }

    private final Clock clock;
    private final boolean hasThread;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private volatile long nextLook;
    private volatile boolean hasNextLook;
    private volatile boolean ended;
    private volatile Thread looking;

    /**
     * @param clock the runtime's
     * @param hasThread whether time goes on while a thread is in a kernel
     */
    public Watchdog(Clock clock, boolean hasThread) {
        this.clock = clock;
        this.hasThread = hasThread;
    }

    /** Watches a kernel that the calling thread is about to launch. */
    Watch begin(Job job, Worker worker, long limit) {
        long now = clock.nanoTime();
        Watch watch = new Watch(job, worker, limit, now, hasThread ? Thread.currentThread() : null);
        watches.add(watch);
        if (hasThread) {
            Thread thread = looking;
            if (thread == null) {
                startLooking();
            } else if (!hasNextLook || nextLook - (now + limit) > 0) {
                LockSupport.unpark(thread);
            }
        }
        return watch;
    }

    void end(Watch watch) {
        watches.remove(watch);
    }

    /** Looks at a kernel that is polled in virtual time. */
    void look(Watch watch) {
        if (hasThread) {
            return;
        }
        long elapsed = clock.nanoTime() - watch.begin;
        if (elapsed > watch.limit && watch.report()) {
            LOG.log(Level.WARNING, sentence(watch, elapsed));
        }
    }

    private static String sentence(Watch watch, long elapsed) {
        return watch.job + " has been running on " + watch.worker.name() + " for " + milliseconds(elapsed)
                + " ms, longer than the " + milliseconds(watch.limit) + " ms that codelet '"
                + watch.job.codelet().name() + "' has as its time limit";
    }

    private static String milliseconds(long nanos) {
        return Double.toString(Math.round(nanos / 1e3) / 1e3);
    }

    /** The kernels that are over their limits now, the one that has run longest first. */
    public List<OverdueTask> overdue() {
        long now = clock.nanoTime();
        return watches.stream()
                .filter(watch -> now - watch.begin > watch.limit)
                .sorted(Comparator.comparingLong(watch -> watch.begin))
                .map(watch -> new OverdueTask(
                        watch.job.id(),
                        watch.job.codelet().name(),
                        watch.job.context().name(),
                        watch.worker.name(),
                        Duration.ofNanos(watch.limit),
                        Duration.ofNanos(now - watch.begin)))
                .toList();
    }

    // The thread.

    private synchronized void startLooking() {
        if (looking == null && !ended) {
            Thread thread = new BackgroundThread("asterism-watchdog", this::look);
            looking = thread;
            thread.start();
        }
    }

    public synchronized void close() {
        ended = true;
        LockSupport.unpark(looking);
    }

    private void look() {
        while (!ended) {
            hasNextLook = false;
            long wait = lookAtAll();
            if (wait == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                nextLook = clock.nanoTime() + wait;
                hasNextLook = true;
                LockSupport.parkNanos(this, wait);
            }
        }
    }

    /** Reports what is to be reported; how long until the next one is, if it goes on. */
    private long lookAtAll() {
        long wait = Long.MAX_VALUE;
        for (Watch watch : watches) {
            if (watch.reported()) {
                continue;
            }
            long elapsed = clock.nanoTime() - watch.begin;
            if (elapsed > watch.limit) {
                report(watch, elapsed, watch.thread);
            } else {
                wait = Math.min(wait, watch.limit - elapsed + 1);
            }
        }
        return wait;
    }

    private void report(Watch watch, long elapsed, Thread thread) {
        StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        if (!watches.contains(watch) || !watch.report()) {
            return; // it ended just now: what the thread does by now would mislead
        }
        StringBuilder text = new StringBuilder(sentence(watch, elapsed));
        if (watch.thread != null) { // else it has gone on by itself since
            text.append("; it is at");
            for (StackTraceElement frame : stack) {
                text.append(System.lineSeparator()).append("\tat ").append(frame);
            }
        }
        LOG.log(Level.WARNING, text.toString());
    }
}
