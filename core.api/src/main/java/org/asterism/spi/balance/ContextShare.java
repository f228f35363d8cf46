package org.asterism.spi.balance;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;

/**
 * A context as a balancer sees it.
 *
 * <p>Amounts of work have the context's own unit: floating-point operations if the program has
 * {@link org.asterism.api.SchedulingContext#expect declared} their number, tasks otherwise. Work divided by speed is
 * time in any case.
 *
 * @param name the context's name
 * @param least the least number of workers it may have
 * @param most the greatest number of workers it may have
 * @param ready the number of its tasks that wait for a worker; counted up to some thousand only
 * @param left the number of its tasks that have not ended, including those that wait for others
 * @param ended the number of its tasks that have ended
 * @param work the remaining work: as declared by the program, or else the tasks that are left
 * @param speeds by architecture, the work that a worker does in a nanosecond: measured lately, or else predicted;
 *     architectures of unknown speed are missing
 * @param runnable by worker, the number of tasks that it can execute, of a sample of some dozen ready tasks
 */
public record ContextShare(
        String name,
        int least,
        int most,
        long ready,
        long left,
        long ended,
        double work,
        Map<Architecture, Double> speeds,
        ToIntFunction<Worker> runnable) {
    /** Copies the map and checks the bounds. */
    public ContextShare {
        speeds = Map.copyOf(speeds);
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("context '" + name + "' shall have from " + least + " to " + most
                    + " workers: the first must be from 0, and the second no less than the first");
        }
    }

    /**
     * Whether some of its ready tasks wait for a worker like this.
     *
     * @param worker any worker of the runtime
     * @return true if it can execute one of those that were looked at
     */
    public boolean hasTasksFor(Worker worker) {
        return ready > 0 && runnable.applyAsInt(worker) > 0;
    }

    /**
     * Returns how much work a worker does in a nanosecond.
     *
     * @param architecture the worker's
     * @return more than 0; empty if it is not known
     */
    public OptionalDouble speed(Architecture architecture) {
        Double speed = speeds.get(architecture);
        return speed == null ? OptionalDouble.empty() : OptionalDouble.of(speed);
    }
}
