package org.asterism.bench.taskbench.internal;

import org.asterism.api.Codelet;

/** Tasks that are each submitted when the one before has ended. */
final class RoundTrips implements Load {
    private final Workbench bench;
    private final int tasks;
    private final Codelet codelet;

    RoundTrips(Workbench bench, int tasks) {
        this.bench = bench;
        this.tasks = tasks;
        codelet = bench.codelet("sync");
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public Timing once() throws InterruptedException {
        long begin = bench.now();
        for (int i = 0; i < tasks; i++) {
            bench.task(codelet).submit().await();
        }
        return bench.finish(begin);
    }
}
