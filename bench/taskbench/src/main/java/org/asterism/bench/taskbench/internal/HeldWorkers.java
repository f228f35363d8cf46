package org.asterism.bench.taskbench.internal;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;

/**
 * Occupies every worker of a runtime with a task that lasts until it is released. Tasks that are submitted in the
 * meantime stay in the policy.
 */
final class HeldWorkers implements AutoCloseable {
    private final CountDownLatch release = new CountDownLatch(1);

    private HeldWorkers() {}

    static HeldWorkers hold(TaskRuntime runtime) throws InterruptedException {
        HeldWorkers held = new HeldWorkers();
        boolean all = false;
        try {
            held.holdAll(runtime);
            all = true;
            return held;
        } finally {
            if (!all) {
                held.close(); // or the runtime could not be closed either
            }
        }
    }

    private void holdAll(TaskRuntime runtime) throws InterruptedException {
        List<Worker> workers = runtime.workers();
        CountDownLatch held = new CountDownLatch(workers.size());
        Codelet hold = Codelet.named("hold")
                .access()
                .cpu(kernel -> {
                    held.countDown();
                    release.await();
                })
                .build();
        for (int i = 0; i < workers.size(); i++) {
            runtime.task(hold).submit();
        }
        if (!held.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("policy '"
                    + runtime.defaultContext().policy().orElse("none") + "' kept " + held.getCount() + " of "
                    + workers.size()
                    + " tasks from workers that had nothing to do, for 30 s; ready tasks stay with the policy only "
                    + "while"
                    + " every worker is held: try another policy or, in mode memory, --state waiting");
        }
    }

    /** Lets them go on. */
    @Override
    public void close() {
        release.countDown();
    }
}
