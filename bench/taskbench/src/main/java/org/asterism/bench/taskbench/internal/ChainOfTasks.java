package org.asterism.bench.taskbench.internal;

import org.asterism.api.Codelet;
import org.asterism.api.Task;

/**
 * Tasks that each wait for the one before. All are made before the first is submitted, as in the other runtimes'
 * programs in {@code bench/peers}.
 */
final class ChainOfTasks implements Load {
    private final Workbench bench;
    private final int tasks;
    private final Codelet codelet;

    ChainOfTasks(Workbench bench, int tasks) {
        this.bench = bench;
        this.tasks = tasks;
        codelet = bench.codelet("chaintask");
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public Timing once() throws InterruptedException {
        Task[] made = new Task[tasks];
        long begin = bench.now();
        for (int i = 0; i < tasks; i++) {
            made[i] = bench.task(codelet);
            if (i > 0) {
                made[i].after(made[i - 1]);
            }
        }
        for (Task task : made) {
            task.submit();
        }
        return bench.finish(begin);
    }
}
