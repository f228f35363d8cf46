package org.asterism.core.internal.runtime.waiting;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Explanation;
import org.asterism.api.MemoryNode;
import org.asterism.api.WaitReason;
import org.asterism.core.internal.coherence.MissingData;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Explains which data of a task have not arrived on the node of the worker that has taken the task.
 *
 * @param workers all workers
 * @param nodes all memory nodes
 */
public record DataExplainer(List<WorkerEngine> workers, List<MemoryNode> nodes) {
    /** Explains each missing piece of data; empty if the data are there or no worker has the task. */
    List<Explanation> missing(Job job) {
        List<Explanation> missing = new ArrayList<>();
        for (WorkerEngine worker : workers) {
            boolean[] has = new boolean[1];
            worker.forEachUnderWay(each -> has[0] |= each == job);
            if (has[0]) {
                missing(job, worker, missing);
            }
        }
        return missing;
    }

    private void missing(Job job, WorkerEngine worker, List<Explanation> missing) {
        for (MemoryNode node : nodes) {
            if (node.id() == worker.memoryNode()) {
                for (int index = 0; index < job.dataCount(); index++) {
                    if (job.accessMode(index).reads() && job.handle(index) instanceof Handle handle) {
                        MissingData.describe(handle, node)
                                .ifPresent(way -> missing.add(new Explanation(handle.name(), WaitReason.DATA, way)));
                    }
                }
            }
        }
    }
}
