package org.asterism.kit.policy;

import java.util.HashSet;
import java.util.Set;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.Predictor;
import org.asterism.spi.policy.DataPlacement;

/**
 * What is expected of all tasks of a {@link TaskBundle bundle} that no worker has yet: they go where the first of them
 * goes.
 *
 * <p><b>Threads.</b> Any. No lock is to be held: the program may be called.
 */
public final class BundleTimes {
    private BundleTimes() {}

    /**
     * How long their kernels run one after the other: the sum of what is known.
     *
     * @param bundle of tasks
     * @param predictor is asked about each
     * @param worker who would run them
     * @param implementation the number of the implementation, from 0
     * @return nanoseconds; if nothing is known, 0 or NaN as for a task
     */
    public static double executionNanos(TaskBundle bundle, Predictor predictor, Worker worker, int implementation) {
        double sum = 0;
        boolean uncalibrated = false;
        for (Task task : bundle.tasks()) {
            if (isToCome(task)) {
                double time = predictor.executionNanos(task, worker, implementation);
                sum += time > 0 ? time : 0;
                uncalibrated |= Double.isNaN(time);
            }
        }
        return sum == 0 && uncalibrated ? Double.NaN : sum;
    }

    /**
     * How much energy their kernels need: the sum of what is known.
     *
     * @param bundle of tasks
     * @param predictor is asked about each
     * @param worker who would run them
     * @param implementation the number of the implementation, from 0
     * @return joules; 0 if nothing is known
     */
    public static double energyJoules(TaskBundle bundle, Predictor predictor, Worker worker, int implementation) {
        double sum = 0;
        for (Task task : bundle.tasks()) {
            if (isToCome(task)) {
                double energy = predictor.energyJoules(task, worker, implementation);
                sum += energy > 0 ? energy : 0;
            }
        }
        return sum;
    }

    /**
     * How long their data travel to a memory node. Data that several of the tasks read are brought once.
     *
     * @param bundle of tasks
     * @param data is asked about each handle
     * @param node the memory node's id
     * @return nanoseconds
     */
    public static long transferNanos(TaskBundle bundle, DataPlacement data, int node) {
        Set<DataHandle> read = new HashSet<>();
        long sum = 0;
        for (Task task : bundle.tasks()) {
            for (int index = 0; isToCome(task) && index < task.dataCount(); index++) {
                DataHandle handle = task.handle(index);
                if (task.accessMode(index).reads() && read.add(handle)) {
                    long way = data.transferNanos(handle, node);
                    sum += way == Long.MAX_VALUE ? 0 : way; // nobody has written them yet
                }
            }
        }
        return sum;
    }

    private static boolean isToCome(Task task) {
        return task.state().compareTo(TaskState.READY) <= 0;
    }
}
