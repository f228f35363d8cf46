package org.asterism.kit.component;

import static org.asterism.api.Parameter.AND;

import org.asterism.spi.policy.PolicyProperties;

/**
 * Settings of a store: its limits, the order of tasks, and prefetching.
 *
 * @param tasks maximum number of tasks; 0 for no limit
 * @param nanos maximum sum of the expected times of all tasks, in nanoseconds; 0 for no limit
 * @param expected whether the store sums up the expected times of its tasks
 * @param choice rule for the task that a pulling worker gets
 * @param window number of tasks of one kind and priority that are searched for the one whose data are present
 * @param prefetch whether the store prefetches the data of a new task, if all workers below share a memory node
 */
public record StorageSettings(int tasks, long nanos, boolean expected, Choice choice, int window, boolean prefetch) {
    /** Parameter: maximum number of tasks. */
    public static final String TASKS = "ntasks (0; from 0): how many tasks it keeps at most, 0 for any number";

    /** Parameter: maximum expected time of all tasks. */
    public static final String LENGTH = "exp-len (0ns): how long the tasks it keeps may take together, 0 for any time";

    /** Parameter: whether expected times are summed up. */
    public static final String EXPECTED =
            "exp (true if there is exp-len): whether it adds up how long its tasks are expected to take";

    /** Parameter: whether tasks of equal rank are ordered by missing data. */
    public static final String READY =
            "ready (false): of tasks of the highest priority, the one goes first whose data are there";

    /** Parameter: whether all tasks are ordered by missing data. */
    public static final String READY_FIRST =
            "ready-first (false): of all tasks, the one goes first whose data are there";

    /** Parameter: name of a shared account. */
    public static final String SHARED =
            "shared (none): a name; those in other contexts that have the same name count their tasks together";

    /** Parameter: how many tasks are searched for present data. */
    public static final String WINDOW = "window (1024; 1 to 1048576): how many tasks are looked at for that";

    /** Parameter: whether the data of a new task are prefetched. */
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

    /** Rule for the task that a worker gets. */
    public enum Choice {
        /** The first task in order that the worker can execute. */
        FIRST,
        /** Of the tasks of the highest rank, the one with the fewest missing bytes. */
        READY,
        /** Of all tasks, the one with the fewest missing bytes. */
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
     * Reads the store parameters of a component. The component itself calls {@link PolicyProperties#allowOnly} with all
     * parameters that it has.
     *
     * @param parameters parameters of the component
     * @return the settings; by default without limits, in order of rank and with prefetching
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
     * Whether the store has a limit.
     *
     * @return true if pushes can be refused
     */
    public boolean isBounded() {
        return tasks > 0 || nanos > 0;
    }
}
