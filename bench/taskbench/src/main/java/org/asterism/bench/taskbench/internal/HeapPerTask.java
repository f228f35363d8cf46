package org.asterism.bench.taskbench.internal;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;

/**
 * Measures the size of tasks: submits many that cannot run yet, and divides the growth of the heap by their number. The
 * program keeps no reference to them, so only the runtime's objects are measured.
 *
 * <ul>
 *   <li>Waiting tasks wait for one task that is not submitted until all have been measured: the size includes the edge
 *       from that task.
 *   <li>Ready tasks are in the policy's queue, because another task occupies each worker until all have been measured:
 *       the size includes the entry in this queue.
 * </ul>
 */
final class HeapPerTask {
    private static final int WARM_UP_TASKS = 1000;
    private static final int MOST_COLLECTIONS = 20;
    private static final long SETTLED_BYTES = 4096;

    private final TaskRuntime runtime;
    private final Settings settings;
    private final Codelet codelet;

    HeapPerTask(TaskRuntime runtime, Settings settings) {
        this.runtime = runtime;
        this.settings = settings;
        Access[] access = new Access[settings.buffers()];
        Arrays.fill(access, settings.access());
        codelet = Codelet.named("weighed").access(access).cpu(kernel -> {}).build();
    }

    /** Bytes of heap per task. */
    double weigh() throws InterruptedException {
        // Classes, and what a runtime makes once, shall not count; pools that grow with the number of tasks shall.
        weigh(WARM_UP_TASKS);
        return weigh(settings.tasks()) / (double) settings.tasks();
    }

    private long weigh(int tasks) throws InterruptedException {
        return settings.state() == Settings.State.WAITING ? weighWaiting(tasks) : weighReady(tasks);
    }

    private long weighWaiting(int tasks) throws InterruptedException {
        Task gate =
                runtime.task(Codelet.named("gate").access().cpu(kernel -> {}).build());
        return submitAndWeigh(tasks, gate, gate::submit);
    }

    private long weighReady(int tasks) throws InterruptedException {
        try (HeldWorkers held = HeldWorkers.hold(runtime)) {
            return submitAndWeigh(tasks, null, held::close);
        }
    }

    private long submitAndWeigh(int tasks, Task gate, Runnable letThemRun) throws InterruptedException {
        try (Arena arena = Arena.ofShared();
                Handles handles =
                        new Handles(runtime.data(), settings.buffers() == 0 ? 0 : settings.handles(), arena)) {
            long before = usedHeap();
            long after;
            try {
                submit(tasks, gate, handles);
                after = usedHeap();
            } finally {
                // Also when memory was short: the runtime could not be closed otherwise.
                letThemRun.run();
            }
            runtime.waitAll();
            return after - before;
        }
    }

    private void submit(int tasks, Task gate, Handles handles) {
        for (int i = 0; i < tasks; i++) {
            Task task = runtime.task(codelet);
            if (settings.buffers() > 0) {
                task.data(handles.next(settings.buffers()));
            }
            if (gate != null) {
                task.after(gate);
            }
            task.submit();
        }
    }

    /** The heap in use when collecting does not make it smaller any more. */
    private static long usedHeap() {
        Runtime machine = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MOST_COLLECTIONS; i++) {
            System.gc();
            long used = machine.totalMemory() - machine.freeMemory();
            if (used > least - SETTLED_BYTES) {
                return Math.min(used, least);
            }
            least = used;
        }
        return least;
    }
}
