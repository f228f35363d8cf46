package org.asterism.trace.export;

import java.io.IOException;
import java.nio.file.Path;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.internal.service.TraceService;

/** Real run on two workers: a chain of tasks that change the same data, some of which have callbacks. */
public final class RecordedRun {
    /** The number of tasks. */
    public static final int TASKS = 100;

    private static final Codelet WORK = Codelet.named("work").cpu(_ -> {}).build();

    private RecordedRun() {}

    /** Runs the tasks and records them in a file. */
    public static Trace record(Path file) throws IOException, InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime();
                Recording _ = new TraceService().start(runtime, TraceSettings.toFile(file))) {
            runtime.pause();
            DataHandle vector = runtime.data().vector(new double[8]);
            for (int i = 0; i < TASKS; i++) {
                Task task = runtime.task(WORK).access(vector, Access.RW).flops(1000);
                if (i % 10 == 0) {
                    task.onCompletion(_ -> {});
                }
                task.submit();
            }
            runtime.resume();
            runtime.waitAll();
            vector.close();
        }
        return Trace.open(file);
    }
}
