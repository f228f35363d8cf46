package org.asterism.bench.parts;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.testing.Laboratory;

/** Creates tasks that never run, because nothing steps the only worker of the runtime. */
final class TaskMaker implements AutoCloseable {
    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime =
            laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
    private final Codelet nothing =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    Worker worker() {
        return runtime.workers().getFirst();
    }

    Job task() {
        return (Job) runtime.task(nothing);
    }

    Job task(Codelet codelet, DataHandle[] data) {
        return (Job) runtime.task(codelet).data(data);
    }

    static Codelet codelet(Access... access) {
        return Codelet.named("on-data").access(access).cpu(kernel -> {}).build();
    }

    Handle handle() {
        return handle(1);
    }

    Handle handle(int length) {
        return (Handle) runtime.data().vector(new double[length]);
    }

    @Override
    public void close() {
        runtime.close();
        laboratory.close();
    }
}
