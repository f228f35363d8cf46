package org.asterism.kit.component;

import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;

/**
 * Who runs a task: a worker, or several together.
 *
 * @param worker the one, or who leads
 * @param combined all of them, or null
 */
record Runner(Worker worker, CombinedWorker combined) {
    int size() {
        return combined == null ? 1 : combined.size();
    }

    boolean canExecute(Task task) {
        return combined == null ? worker.canExecute(task) : combined.canExecute(task);
    }

    double nanos(Predictor predictor, Task task, int implementation) {
        return combined == null
                ? predictor.executionNanos(task, worker, implementation)
                : predictor.executionNanos(task, combined, implementation);
    }

    double joules(Predictor predictor, Task task, int implementation) {
        return combined == null
                ? predictor.energyJoules(task, worker, implementation)
                : predictor.energyJoules(task, combined, implementation);
    }
}
