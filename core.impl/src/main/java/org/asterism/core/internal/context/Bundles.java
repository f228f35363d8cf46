package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import org.asterism.core.internal.task.Bundle;
import org.asterism.core.internal.task.Job;

/** Places each bundle of tasks on the memory node of the first worker that takes one of its tasks. */
final class Bundles {
    private Bundles() {}

    /**
     * Places the bundle that a task is in, if need be; false if it is placed on another memory node than the worker's.
     */
    static boolean place(Job job, ContextWorker worker) {
        Bundle bundle = Bundle.of(job);
        if (bundle == null) {
            return true;
        }
        if (bundle.place(worker.memoryNode())) {
            wakeNear(bundle); // those who were woken for the other tasks may not be able to execute them any more
        }
        return bundle.memoryNode() == worker.memoryNode();
    }

    /** Wakes the workers that can execute the tasks of a bundle which has just been placed. */
    private static void wakeNear(Bundle bundle) {
        VarHandle.fullFence();
        bundle.tasks().stream().map(task -> (Context) task.context()).distinct().forEach(context -> {
            for (ContextWorker worker : context.members()) {
                if (worker.memoryNode() == bundle.memoryNode()) {
                    worker.wakeUp(context);
                }
            }
        });
    }
}
