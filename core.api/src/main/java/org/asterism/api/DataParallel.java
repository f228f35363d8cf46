package org.asterism.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;

/**
 * Submits common graphs with one call: the same work on every tile of some data, or on every child of partitions. Any
 * thread may call these methods, kernels included.
 */
public final class DataParallel {
    private DataParallel() {}

    /**
     * Submits a task per tile of a vector, matrix, block or tensor. The data are cut in the flow of tasks, see
     * {@link DataHandle#plan}; calls with the same sizes share a plan, which lasts as long as the data's handle.
     *
     * @param runtime runs the tasks in its default context
     * @param data the data to cut
     * @param codelet works on one handle
     * @param sizes of a tile in each dimension, outermost first
     * @return the tasks, all submitted, the innermost dimension changing fastest
     * @throws IllegalArgumentException if the codelet fixes another number of handles, or the data cannot be cut so
     */
    public static List<Task> forEachTile(TaskRuntime runtime, DataHandle data, Codelet codelet, long... sizes) {
        return map(runtime, codelet, planOf(data, Filters.tilesOf(sizes)));
    }

    /**
     * Submits a task per child of a partition or, with several partitions, per index: task i works on child i of each.
     *
     * @param runtime runs the tasks in its default context
     * @param codelet works on one child of each partition, in their order; with access modes of its own
     * @param partitions all of the same number of children
     * @return the tasks, all submitted, in the order of the children
     * @throws IllegalArgumentException if the partitions differ in number, or the codelet does not fix one access mode
     *     for each
     */
    public static List<Task> map(TaskRuntime runtime, Codelet codelet, Partition... partitions) {
        check(codelet, partitions.length, partitions);
        int number = partitions[0].children().size();
        List<Task> tasks = new ArrayList<>(number);
        for (int index = 0; index < number; index++) {
            int child = index;
            DataHandle[] data = Arrays.stream(partitions)
                    .map(partition -> partition.children().get(child))
                    .toArray(DataHandle[]::new);
            tasks.add(runtime.task(codelet).data(data).submit());
        }
        return tasks;
    }

    /**
     * Submits a task per child of a partition. Each task adds to one result: with mode {@link Access#REDUX} on the
     * result side by side, with {@link Access#COMMUTE} one at a time in any order.
     *
     * @param runtime runs the tasks in its default context
     * @param codelet works on a child and on the result, in this order; with access modes of its own
     * @param partition the partition with the children
     * @param result the data to which the tasks add
     * @return the tasks, all submitted, in the order of the children
     * @throws IllegalArgumentException if the codelet does not fix two access modes
     */
    public static List<Task> reduce(TaskRuntime runtime, Codelet codelet, Partition partition, DataHandle result) {
        check(codelet, 2, partition);
        Objects.requireNonNull(result, "result");
        return partition.forEach(child -> runtime.task(codelet).data(child, result));
    }

    private static Partition planOf(DataHandle data, Filter filter) {
        for (Partition plan : data.plans()) {
            if (plan.filter().equals(filter)) {
                return plan;
            }
        }
        return data.plan(filter);
    }

    private static void check(Codelet codelet, int handles, Partition... partitions) {
        if (partitions.length == 0) {
            throw new IllegalArgumentException(
                    "codelet '" + codelet.name() + "' has nothing to work on: give a partition");
        }
        if (!codelet.hasFixedAccess() || codelet.accessModes().size() != handles) {
            throw new IllegalArgumentException("codelet '" + codelet.name() + "' must fix " + handles
                    + " access modes, one for each of the data of a task: use access(...) when it is made");
        }
        int number = partitions[0].children().size();
        for (Partition partition : partitions) {
            if (partition.children().size() != number) {
                throw new IllegalArgumentException(partitions[0].parent().name() + " is cut into " + number
                        + " children and " + partition.parent().name() + " into "
                        + partition.children().size()
                        + ": partitions that are gone through in step need the same number");
            }
        }
    }
}
