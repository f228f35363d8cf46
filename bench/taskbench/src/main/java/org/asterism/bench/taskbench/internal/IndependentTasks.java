package org.asterism.bench.taskbench.internal;

import org.asterism.api.Codelet;

/** Tasks without dependencies and data. */
final class IndependentTasks implements Load {
    private final Workbench bench;
    private final int tasks;
    private final Codelet codelet;

    IndependentTasks(Workbench bench, int tasks) {
        this.bench = bench;
        this.tasks = tasks;
        codelet = bench.codelet("indep");
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public Timing once() throws InterruptedException {
        long begin = bench.now();
        for (int i = 0; i < tasks; i++) {
            bench.task(codelet).submit();
        }
        return bench.finish(begin);
    }
}
