package org.asterism.bench.taskbench.internal;

import org.asterism.api.Access;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataRegistry;

/** The common environment of all loads: the runtime, its clock, and the work that each task does. */
final class Workbench {
    private final TaskRuntime runtime;
    private final Clock clock;
    private final long iterations;

    /** Tasks spin for so many iterations; 0 for not at all. */
    Workbench(TaskRuntime runtime, long iterations) {
        this.runtime = runtime;
        this.iterations = iterations;
        clock = runtime.clock();
    }

    /** A codelet whose kernel works, and does nothing else. */
    Codelet codelet(String name, Access... access) {
        // An empty kernel instead of a loop that ends at once: the price of a task is what is looked for.
        long spins = iterations;
        return Codelet.named(name)
                .access(access)
                .cpu(spins == 0 ? kernel -> {} : kernel -> Spin.iterations(spins))
                .build();
    }

    /** The work of one task, for kernels that do something besides. */
    void work() {
        if (iterations > 0) {
            Spin.iterations(iterations);
        }
    }

    Task task(Codelet codelet) {
        return runtime.task(codelet);
    }

    DataRegistry data() {
        return runtime.data();
    }

    Tags tags() {
        return runtime.tags();
    }

    long now() {
        return clock.nanoTime();
    }

    /** Takes the end of the submission, waits for the end of all tasks and takes that. */
    Timing finish(long begin) throws InterruptedException {
        long submitted = now();
        runtime.waitAll();
        return new Timing(submitted - begin, now() - begin);
    }
}
