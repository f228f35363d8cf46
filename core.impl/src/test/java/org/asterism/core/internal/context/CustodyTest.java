package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes wrong only at a certain moment, brought about by a worker that lets something happen just then. */
@Timeout(60)
class CustodyTest {
    private static final Codelet WITHOUT_WORK = Codelet.without("gate");
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    @Test
    void shouldNotHandATaskToTheNextPolicyThatAWorkerHasJustTakenFromTheLast() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                Runtime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            AtomicReference<Thread> swap = new AtomicReference<>();
            ByHand worker = new ByHand(0, 0, () -> {
                Thread swapping = new Thread(() -> context.usePolicy("prio"), "swaps");
                if (swap.compareAndSet(null, swapping)) {
                    swapping.start();
                    join(swapping, Duration.ofMillis(200)); // in vain if the swap has to wait, as it should
                }
            });
            context.takeIn(List.of(worker));
            Task task = runtime.task(NOTHING).submit();
            Job taken = context.pop(worker);
            join(swap.get(), Duration.ofSeconds(30));
            assertSame(task, taken);
            assertEquals(TaskState.SCHEDULED, taken.state());
            assertEquals(Optional.of("prio"), context.policy());
            assertNull(context.pop(worker));
            assertEquals(Optional.empty(), context.trouble());
            context.takeOut(List.of(worker));
        }
    }

    @Test
    void shouldWakeAWorkerForItsOwnTasksThatJoinsAParkedContext() {
        try (Laboratory laboratory = new Laboratory();
                Runtime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            ByHand worker = new ByHand(0, 0, () -> {});
            context.takeIn(List.of(worker));
            Task own = runtime.task(NOTHING).on(worker);
            Task gate = runtime.task(WITHOUT_WORK);
            own.after(gate).submit();
            laboratory.plugins.remove(laboratory.eager);
            context.takeOut(List.of(worker));
            gate.submit();
            int before = worker.wakeUps;
            context.takeIn(List.of(worker));
            assertEquals(before + 1, worker.wakeUps);
            assertSame(own, context.pop(worker));
            context.takeOut(List.of(worker));
        }
    }

    private static void join(Thread thread, Duration time) {
        try {
            thread.join(time);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
