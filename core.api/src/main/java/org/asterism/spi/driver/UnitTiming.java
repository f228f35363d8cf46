package org.asterism.spi.driver;

import org.asterism.api.Task;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The times of tasks on a simulated compute unit. It tells which tasks the unit can run, how long each takes, and how
 * much energy each needs.
 *
 * <p>Units that are alike share one object. The core uses these times in place of its performance models. It also takes
 * the architectures of a task from here, and ignores which implementations the task's codelet has.
 *
 * <p>Any thread may call these methods at any time. The answers about a submitted task never change.
 */
@ConsumerType
public interface UnitTiming {
    /**
     * Returns the time of a task's kernel.
     *
     * @param task described, and perhaps submitted
     * @return nanoseconds, 0 or more; NaN if units of this kind cannot run it
     */
    double nanos(Task task);

    /**
     * Returns the time of a parallel task's kernel when several units of this kind run it together.
     *
     * @param task described, and perhaps submitted; its codelet is parallel
     * @param members the number of units, from 1
     * @return nanoseconds, 0 or more; NaN if units of this kind cannot run it. As if they shared the work perfectly,
     *     unless the unit knows better
     */
    default double nanos(Task task, int members) {
        return nanos(task) / members;
    }

    /**
     * Returns the energy of a task's kernel, besides the energy of an idle unit.
     *
     * @param task a task that units of this kind can run
     * @return joules, 0 or more
     */
    double joules(Task task);

    /**
     * Returns the energy of a parallel task's kernel when several units of this kind run it together, all of them
     * together.
     *
     * @param task a task that units of this kind can run; its codelet is parallel
     * @param members the number of units, from 1
     * @return joules, 0 or more. As much as on one, unless the unit knows better
     */
    default double joules(Task task, int members) {
        return joules(task);
    }
}
