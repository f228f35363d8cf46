package org.asterism.spi.driver;

import org.asterism.api.Task;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The times of tasks on a compute unit that does not really compute: which tasks it can run, how long each takes, how
 * much energy it needs.
 *
 * <p>Units that are alike share one object. The core asks it in place of its performance models. It also takes a task's
 * architectures from it, whatever implementations the task's codelet has.
 *
 * <p>Any thread may ask, at any time; the answers about a task that was submitted never change.
 */
@ConsumerType
public interface UnitTiming {
    /**
     * How long a task's kernel takes.
     *
     * @param task described, and perhaps submitted
     * @return nanoseconds, 0 or more; NaN if units of this kind cannot run it
     */
    double nanos(Task task);

    /**
     * How long a parallel task's kernel takes when several units of this kind run it together.
     *
     * @param task described, and perhaps submitted; its codelet is parallel
     * @param members how many units, from 1
     * @return nanoseconds, 0 or more; NaN if units of this kind cannot run it. As if they shared the work perfectly,
     *     unless the unit knows better
     */
    default double nanos(Task task, int members) {
        return nanos(task) / members;
    }

    /**
     * How much energy a task's kernel needs, besides what the unit needs when it is idle.
     *
     * @param task a task that units of this kind can run
     * @return joules, 0 or more
     */
    double joules(Task task);

    /**
     * How much energy a parallel task's kernel needs when several units of this kind run it together, all of them
     * together.
     *
     * @param task a task that units of this kind can run; its codelet is parallel
     * @param members how many units, from 1
     * @return joules, 0 or more. As much as on one, unless the unit knows better
     */
    default double joules(Task task, int members) {
        return joules(task);
    }
}
