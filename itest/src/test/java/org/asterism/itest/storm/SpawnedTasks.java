package org.asterism.itest.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;

/** Tasks that kernels submit to any context. Each adds one to a sum, so that their order does not matter. */
final class SpawnedTasks {
    private static final int GENERATIONS = 2;
    private static final Codelet ZERO = Codelet.named("zero")
            .access(Access.W)
            .cpu(SpawnedTasks::zero)
            .implementation(Architecture.CUDA, (Kernel) SpawnedTasks::zero)
            .build();
    private static final Codelet PLUS = Codelet.named("plus")
            .access(Access.RW, Access.R)
            .cpu(SpawnedTasks::add)
            .implementation(Architecture.CUDA, (Kernel) SpawnedTasks::add)
            .build();
    private static final Access[] MODES = {Access.RW, Access.COMMUTE, Access.REDUX};

    private final Storm storm;
    private final Random random;
    private final Queue<Spawned> all = new ConcurrentLinkedQueue<>();
    private final Codelet codelet;
    private DataHandle sum;

    /** One task, and what was seen of it. */
    private static final class Spawned {
        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger ends = new AtomicInteger();
        final int generation;
        final String context;
        volatile Task task;
        volatile RuntimeException refused;

        Spawned(int generation, String context) {
            this.generation = generation;
            this.context = context;
        }

        @Override
        public String toString() {
            return task + " " + (task == null ? "" : task.state() + " " + task.failure()) + " submitted to " + context
                    + " by a kernel, refused: " + refused;
        }
    }

    SpawnedTasks(Storm storm, Random random) {
        this.storm = storm;
        this.random = random;
        codelet = storm.finish(Codelet.named("spawned").cpu(this::run), this::run);
    }

    private static void zero(KernelContext kernel) {
        kernel.view(0, VectorView.class).setLong(0, 0);
    }

    private static void add(KernelContext kernel) {
        kernel.view(0, VectorView.class)
                .setLong(
                        0,
                        kernel.view(0, VectorView.class).getLong(0)
                                + kernel.view(1, VectorView.class).getLong(0));
    }

    void begin(TaskRuntime runtime) {
        sum = runtime.data().vector(new long[1]).named("spawned").reduction(ZERO, PLUS);
    }

    private void run(KernelContext kernel) {
        Spawned spawned = kernel.argument(Spawned.class);
        spawned.runs.incrementAndGet();
        if (kernel.dataCount() > 0) {
            kernel.view(0, VectorView.class)
                    .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1);
        }
        if (spawned.generation < GENERATIONS && random.nextInt(4) == 0) {
            spawn(spawned.generation + 1);
        }
    }

    void spawn(int generation) {
        SchedulingContext context = storm.anyContext();
        Spawned spawned = new Spawned(generation, context.name());
        try {
            Task task = context.task(codelet)
                    .argument(spawned)
                    .priority(random.nextInt(5))
                    .onCompletion(ended -> spawned.ends.incrementAndGet());
            task.access(sum, MODES[random.nextInt(MODES.length)]);
            spawned.task = task;
            all.add(spawned);
            task.submit();
        } catch (IllegalStateException closed) {
            spawned.refused = closed;
            storm.refused(context, closed);
        }
    }

    /** Each task that was accepted has run and ended once, and no other. */
    void check() throws InterruptedException {
        long accepted = 0;
        for (Spawned spawned : all) {
            int expected = spawned.refused == null ? 1 : 0;
            accepted += expected;
            assertEquals(expected, spawned.runs.get(), () -> "runs of " + spawned);
            if (expected == 1) {
                assertEquals(TaskState.DONE, spawned.task.state(), spawned::toString);
                assertEquals(1, spawned.ends.get(), () -> "ends of " + spawned);
            }
        }
        try (Acquisition acquired = sum.acquire(Access.R)) {
            assertEquals(accepted, acquired.view(VectorView.class).getLong(0), "sum of tasks that kernels submitted");
        }
        sum.close();
    }
}
