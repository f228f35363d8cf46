package org.asterism.debug.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.debug.Occasion;
import org.asterism.debug.Stop;
import org.asterism.debug.StopHook;

/** The threads that wait at breakpoints, in all runtimes. Any thread may use it. */
final class HeldThreads {
    private static final Logger LOG = System.getLogger(HeldThreads.class.getName());

    private final List<HeldThread> held = new ArrayList<>();
    private final List<Consumer<? super Stop>> listeners = new CopyOnWriteArrayList<>();
    private int last;

    Runnable listen(Consumer<? super Stop> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Keeps the calling thread until somebody lets it go; returns at once if its runtime is closed. */
    void hold(ObservedRuntime runtime, Occasion occasion, Cause cause) {
        boolean whole = cause.wholeRuntime() && runtime.pause();
        try {
            HeldThread thread = add(runtime, occasion, cause, whole);
            if (thread != null) {
                try {
                    runtime.changed(); // the breakpoint may be gone meanwhile, and with it the observation
                    runtime.hold(thread.stop(), () -> {
                        announce(thread.stop());
                        thread.await();
                    });
                } finally {
                    remove(thread);
                }
            }
        } finally {
            if (whole) {
                runtime.resume();
            }
        }
    }

    private synchronized HeldThread add(ObservedRuntime runtime, Occasion occasion, Cause cause, boolean whole) {
        if (runtime.isClosed()
                || runtime.isClosing(occasion.task())) { // asked under the lock with which its threads are let go
            return null;
        }
        HeldThread thread = new HeldThread(
                runtime,
                new Stop(
                        ++last,
                        runtime.name(),
                        runtime.runtime(),
                        occasion,
                        cause.breakpoint(),
                        whole,
                        Thread.currentThread()));
        held.add(thread);
        runtime.stopBegins();
        return thread;
    }

    private synchronized void remove(HeldThread thread) {
        held.remove(thread);
        thread.runtime().stopEnds();
    }

    private void announce(Stop stop) {
        StopHook.stopped(stop);
        for (Consumer<? super Stop> each : listeners) {
            try {
                each.accept(stop);
            } catch (RuntimeException | LinkageError thrown) { // of a bundle that is stopped meanwhile, perhaps
                LOG.log(Level.WARNING, "a listener for stopped tasks threw at " + stop, thrown);
            }
        }
    }

    synchronized List<Stop> stops() {
        return held.stream().map(HeldThread::stop).toList();
    }

    synchronized Optional<HeldThread> find(int number) {
        return held.stream().filter(each -> each.stop().number() == number).findFirst();
    }

    /** The number of the last stop. */
    synchronized int last() {
        return last;
    }

    synchronized boolean isEmpty() {
        return held.isEmpty();
    }

    void releaseAll(ObservedRuntime runtime) {
        releaseAll(runtime, _ -> true);
    }

    synchronized void releaseAll(ObservedRuntime runtime, Predicate<Stop> which) {
        held.stream()
                .filter(each -> each.runtime() == runtime && which.test(each.stop()))
                .forEach(each -> each.release(() -> {}));
    }
}
