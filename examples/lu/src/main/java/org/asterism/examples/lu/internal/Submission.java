package org.asterism.examples.lu.internal;

import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.application.ApplicationRun;

/** Submits the tasks of a factorisation. */
record Submission(ApplicationRun run) {
    void submit(Codelet codelet, int priority, double operations, DataHandle... data) {
        submit(codelet, null, priority, operations, data);
    }

    void submit(Codelet codelet, Object argument, int priority, double operations, DataHandle... data) {
        Task task = run.runtime()
                .task(codelet)
                .data(data)
                .argument(argument)
                .priority(priority)
                .flops(operations);
        run.track(task).submit();
    }
}
