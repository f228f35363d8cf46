package org.asterism.kit.policy.placement;

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
 * Predictions for all tasks of a {@link TaskBundle bundle} that no worker has taken yet. They all run where the first
 * of them runs.
 *
 * <p><b>Threads.</b> Any. The caller must not hold a lock, because these methods may call the program.
 */
final class BundleTimes {
    private BundleTimes() {}

    /** Returns the sum of the kernels' times that are known, in nanoseconds; if none is, 0 or NaN as for a task. */
    static double executionNanos(TaskBundle bundle, Predictor predictor, Worker worker, int implementation) {
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

    /** Returns the sum of the energies that are known, in joules. */
    static double energyJoules(TaskBundle bundle, Predictor predictor, Worker worker, int implementation) {
        double sum = 0;
        for (Task task : bundle.tasks()) {
            if (isToCome(task)) {
                double energy = predictor.energyJoules(task, worker, implementation);
                sum += energy > 0 ? energy : 0;
            }
        }
        return sum;
    }

    /** Returns how long their data travel, in nanoseconds; data that several of the tasks read are brought once. */
    static long transferNanos(TaskBundle bundle, DataPlacement data, int node) {
        Set<DataHandle> read = new HashSet<>();
        long sum = 0;
        for (Task task : bundle.tasks()) {
            for (int index = 0; isToCome(task) && index < task.dataCount(); index++) {
                DataHandle handle = task.handle(index);
                if (task.accessMode(index).reads() && read.add(handle)) {
                    long way = data.transferNanos(handle, node);
                    sum += way == Long.MAX_VALUE ? 0 : way; // no task has written the data yet
                }
            }
        }
        return sum;
    }

    private static boolean isToCome(Task task) {
        return task.state().compareTo(TaskState.READY) <= 0;
    }
}
