package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.core.internal.observation.Observers;

/** The callbacks of tasks. They are stored in the {@link Particulars} of the few tasks that have some. */
public final class Callbacks {
    /** The point of a task's life at which a callback is called. */
    public enum Moment {
        PROLOGUE,
        READY,
        START,
        EPILOGUE,
        COMPLETION
    }

    /** A callback in the list of a task. */
    record Callback(Moment moment, Consumer<? super Task> call) {}

    private static final ThreadLocal<Boolean> CALLING = new ThreadLocal<>();

    private Callbacks() {}

    /**
     * Whether the calling thread is within a callback, and must not wait: what it has in hand still may be waited for.
     */
    public static boolean isCalling() {
        return CALLING.get() != null;
    }

    /** Adds a callback; while the task is described. */
    static void add(Job job, Moment moment, Consumer<? super Task> call) {
        Particulars said = job.particular();
        if (said.callbacks.isEmpty()) {
            said.callbacks = new ArrayList<>(2);
        }
        said.callbacks.add(new Callback(moment, call));
    }

    /** Whether a task has a callback for a moment. */
    public static boolean has(Job job, Moment moment) {
        Particulars said = job.particulars();
        return said != null && has(said, moment);
    }

    static boolean has(Particulars said, Moment moment) {
        List<Callback> callbacks = said.callbacks;
        for (int index = 0; index < callbacks.size(); index++) { // without an iterator: asked several times per task
            if (callbacks.get(index).moment() == moment) {
                return true;
            }
        }
        return false;
    }

    /** Calls the callbacks for a moment, of a task that has some; what they throw is reported. */
    public static void call(Job job, Moment moment) {
        Throwable thrown = call(job, job.particulars(), moment);
        if (thrown != null) {
            job.host()
                    .report(new TaskFailedException(
                            job.id(), "a callback of " + job + " threw " + Completion.textOf(thrown), thrown));
        }
    }

    /** Calls the prologue, which may change the task; returns what it threw, or null. */
    public static Throwable callPrologue(Job job) {
        Particulars said = job.particulars();
        said.changedBy = Thread.currentThread();
        try {
            return call(job, said, Moment.PROLOGUE);
        } finally {
            said.changedBy = null;
        }
    }

    /**
     * Calls the callbacks for a moment, each in turn, even if one throws; returns the first that was thrown, or null.
     */
    static Throwable call(Job job, Particulars said, Moment moment) {
        Throwable first = null;
        Observers observers = job.host().observers();
        for (Callback callback : said.callbacks) {
            if (callback.moment() == moment) {
                Boolean before = CALLING.get();
                CALLING.set(Boolean.TRUE);
                observers.callbackBegan(job);
                try {
                    callback.call().accept(job);
                } catch (Throwable thrown) {
                    first = first == null ? thrown : first;
                } finally {
                    observers.callbackEnded(job);
                    CALLING.set(before);
                }
            }
        }
        return first;
    }
}
