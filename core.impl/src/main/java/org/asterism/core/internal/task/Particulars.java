package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.tag.Round;

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

    private record Callback(Moment moment, Consumer<? super Task> call) {}

    private static final Round[] NO_TAGS = {};

    private List<Callback> callbacks = List.of();

    /** The architectures that the program allows, as bits. */
    long architectures = -1;

    /** Which workers the program allows, or null. */
    Predicate<? super Worker> workers;

    /** The worker that the program gave the task to, or null. */
    Worker worker;

    /** The task's number in that worker's order, or 0. */
    long order;

    /** Whether there is another round, or null. */
    Predicate<? super Task> again;

    /** Whether nobody will ask for the task. */
    boolean detached;

    /** Whether the task gives up the order of submission on all its data. */
    boolean unordered;

    /** On which of its data it does, or null. */
    Set<Handle> unorderedData;

    /** The tags that the task carries, each in one of its rounds. */
    private Round[] tags = NO_TAGS;

    Particulars() {}

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
                try {
                    callback.call().accept(task);
                } catch (Throwable thrown) {
                    first = first == null ? thrown : first;
                }
            }
        }
        return first;
    }

    void carry(Round tag) {
        if (!Arrays.asList(tags).contains(tag)) {
            tags = Arrays.copyOf(tags, tags.length + 1);
            tags[tags.length - 1] = tag;
        }
    }

    /** The tags that a task carries about which this is said, or about which nothing is. */
    static Round[] tags(Particulars said) {
        return said == null ? NO_TAGS : said.tags;
    }

    /** Whether the task gives up the order of submission on a handle. */
    public boolean isUnordered(Handle handle) {
        return unordered || unorderedData != null && unorderedData.contains(handle);
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
