package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.core.internal.data.Handle;

/**
 * What is said of few tasks, kept apart so that the others do not pay for it. Written while the task is described, by one thread
 * at a time, and by whoever owns the task later on.
 */
public final class Particulars {
    /** When a callback is called. */
    public enum Moment {
        PROLOGUE,
        READY,
        START,
        EPILOGUE,
        COMPLETION
    }

    private static final ThreadLocal<Boolean> CALLING = new ThreadLocal<>();

    private record Callback(Moment moment, Consumer<? super Task> call) {}

    private List<Callback> callbacks = List.of();

    /** The architectures that the program allows, as bits. */
    long architectures = -1;

    /** Which workers the program allows, or null. */
    Predicate<? super Worker> workers;

    /** The worker that the program gave the task to, or null. */
    Worker worker;

    /** The task's number in that worker's order, or 0. */
    long order;

    /** The bundle that the task is in, or null. */
    Bundle bundle;

    /** Why no worker is asked any more whether it may run the task, or null: the program's answer was an exception. */
    volatile Throwable ruledOut;

    /** Whether there is another round, or null. */
    Predicate<? super Task> again;

    /** Whether nobody will ask for the task. */
    boolean detached;

    /** Whether the task gives up the order of submission on all its data. */
    boolean unordered;

    /** On which of its data it does, or null. */
    Set<Handle> unorderedData;

    Particulars() {}

    /** Whether the calling thread is within a callback, and must not wait: what it has in hand still may be waited for. */
    public static boolean isCalling() {
        return CALLING.get() != null;
    }

    void callBack(Moment moment, Consumer<? super Task> call) {
        if (callbacks.isEmpty()) {
            callbacks = new ArrayList<>(2);
        }
        callbacks.add(new Callback(moment, call));
    }

    /** Whether there is something to call at a moment. */
    public boolean calls(Moment moment) {
        for (Callback callback : callbacks) {
            if (callback.moment() == moment) {
                return true;
            }
        }
        return false;
    }

    /** Calls what is to be called at a moment, each in turn, even if one throws; the first that was thrown, or null. */
    public Throwable call(Moment moment, Task task) {
        Throwable first = null;
        for (Callback callback : callbacks) {
            if (callback.moment() == moment) {
                Boolean before = CALLING.get();
                CALLING.set(Boolean.TRUE);
                try {
                    callback.call().accept(task);
                } catch (Throwable thrown) {
                    first = first == null ? thrown : first;
                } finally {
                    CALLING.set(before);
                }
            }
        }
        return first;
    }

    /** Whether the task gives up the order of submission on a handle. */
    public boolean isUnordered(Handle handle) {
        return unordered || unorderedData != null && unorderedData.contains(handle);
    }

    /** Whether more than the architecture decides where the task runs. */
    boolean restricts() {
        return workers != null || worker != null || bundle != null;
    }

    /** Whether the program lets a worker of a right architecture run the task. Calls code of the program. */
    boolean allows(Worker asked) {
        // A worker that the program names counts for more than where the bundle is.
        boolean near = worker == null ? bundle == null || bundle.allows(asked.memoryNode()) : worker == asked;
        return near && (workers == null || workers.test(asked));
    }

    /** The worker that the program gave the task to, or null. */
    public Worker worker() {
        return worker;
    }

    /** The task's number in its worker's order, or 0. */
    public long order() {
        return order;
    }
}
