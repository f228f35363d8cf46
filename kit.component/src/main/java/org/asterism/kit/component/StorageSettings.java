package org.asterism.kit.component;

import static org.asterism.api.Parameter.AND;

import org.asterism.spi.policy.PolicyProperties;

/**
 * What a component that keeps tasks is told: how many it keeps, which it gives first, and whether it prefetches.
 *
 * @param tasks how many tasks it keeps at most; 0 for any number
 * @param nanos how long the tasks that it keeps may take together, in nanoseconds; 0 for any length
 * @param expected whether it adds up how long its tasks are expected to take
 * @param choice which of its tasks a worker is given
 * @param window how many tasks of one kind and priority are looked at for the one whose data are there
 * @param prefetch whether the data of a task are fetched as soon as it is stored, if all workers below share a memory
 */
public record StorageSettings(int tasks, long nanos, boolean expected, Choice choice, int window, boolean prefetch) {
    /** Declares how many tasks are kept. */
    public static final String TASKS = "ntasks (0; from 0): how many tasks it keeps at most, 0 for any number";

    /** Declares how long the tasks may take together. */
    public static final String LENGTH = "exp-len (0ns): how long the tasks it keeps may take together, 0 for any time";

    /** Declares whether expected lengths are added up. */
    public static final String EXPECTED =
            "exp (true if there is exp-len): whether it adds up how long its tasks are expected to take";

    /** Declares whether among first tasks the one goes first whose data are ready. */
    public static final String READY =
            "ready (false): of tasks of the highest priority, the one goes first whose data are there";

    /** Declares whether among all tasks the one goes first whose data are ready. */
    public static final String READY_FIRST =
            "ready-first (false): of all tasks, the one goes first whose data are there";

    /** Declares the name of a shared account. */
    public static final String SHARED =
            "shared (none): a name; those in other contexts that have the same name count their tasks together";

    /** Declares how many tasks are looked at for ready data. */
    public static final String WINDOW = "window (1024; 1 to 1048576): how many tasks are looked at for that";

    /** Declares whether data are fetched as soon as a task is stored. */
    public static final String PREFETCH = "prefetch (true): whether the data of a task are fetched as soon as it is"
            + " stored, if all workers below share a memory";

    /** Declares all of them. */
    public static final String DECLARED = TASKS
            + AND
            + LENGTH
            + AND
            + EXPECTED
            + AND
            + READY
            + AND
            + READY_FIRST
            + AND
            + SHARED
            + AND
            + WINDOW
            + AND
            + PREFETCH;

    /** Which task a worker is given. */
    public enum Choice {
        /** The first in order that it can execute. */
        FIRST,
        /** Of those of the highest rank, the one of whose data the least has to be brought. */
        READY,
        /** Of all, the one of whose data the least has to be brought. */
        READY_FIRST
    }

    /** Checks the values. */
    public StorageSettings {
        if (tasks < 0 || nanos < 0 || window < 1) {
            throw new IllegalArgumentException("tasks is " + tasks + ", nanos is " + nanos + " and window is " + window
                    + "; allowed are numbers from 0, and for window from 1");
        }
        if (nanos > 0 && !expected) {
            throw new IllegalArgumentException(
                    "property 'exp-len' limits what is expected, but 'exp' is false; allowed is exp=true, or no "
                            + "exp-len");
        }
    }

    /**
     * Reads the parameters of a component, as far as they are these; it says itself which others it
     * {@link PolicyProperties#allowOnly allows}.
     *
     * @param parameters of the component
     * @return what they say, with no limits, the first task in order and prefetching unless they say otherwise
     * @throws IllegalArgumentException if a value is not allowed
     */
    public static StorageSettings of(PolicyProperties parameters) {
        long nanos = parameters.nanos(LENGTH);
        boolean ready = parameters.flag(READY);
        boolean readyFirst = parameters.flag(READY_FIRST);
        return new StorageSettings(
                parameters.integer(TASKS),
                nanos,
                parameters.flag(EXPECTED, nanos > 0),
                readyFirst ? Choice.READY_FIRST : ready ? Choice.READY : Choice.FIRST,
                parameters.integer(WINDOW),
                parameters.flag(PREFETCH));
    }

    /**
     * Whether there is a limit.
     *
     * @return true if pushes can be refused
     */
    public boolean isBounded() {
        return tasks > 0 || nanos > 0;
    }
}
