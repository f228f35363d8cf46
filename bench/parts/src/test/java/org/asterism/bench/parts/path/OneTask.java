package org.asterism.bench.parts.path;

import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;

/**
 * Runs one task on a device, on data that it takes its turn on. One thread does everything, so that no idle worker
 * looks for tasks in between.
 */
public final class OneTask implements AutoCloseable {
    private final Laboratory laboratory = new Laboratory();
    private final TaskRuntime runtime;
    private final Worker worker;
    private final DataHandle data;
    private final Codelet codelet =
            Codelet.named("one").access(Access.COMMUTE).cpu(kernel -> {}).build();

    /** Makes a runtime with one worker. */
    public OneTask() {
        laboratory.addDriver("cpu", InlineDriver.withMemory(1));
        runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy("eager", Map.of()).withoutThreadsFor("cpu"));
        worker = runtime.workers().getFirst();
        data = runtime.data().vector(new double[1]);
    }

    /** Submits the task and steps the worker until it has ended. */
    public void run() {
        Task task = runtime.task(codelet).data(data).submit();
        while (!task.state().isFinal()) {
            worker.runOnce();
        }
    }

    @Override
    public void close() {
        runtime.close();
        laboratory.close();
    }
}
