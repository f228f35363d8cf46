package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.PriorityRange;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.policy.prio.internal.PrioPolicyFactory;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The range of priorities that a context's tasks have. */
@Timeout(60)
class ContextPrioritiesTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private static ContextDescription ranged(PriorityRange.Outside outside) {
        return ContextDescription.named("ranged").withPriorities(new PriorityRange(-12, 32, outside));
    }

    @Test
    void shouldCallEveryPriorityAll() {
        assertEquals("all", PriorityRange.ANY.toString());
        assertEquals(PriorityRange.ANY, PriorityRange.parse("all"));
        assertEquals("0..9", PriorityRange.parse("0..9").toString());
    }

    @Test
    void shouldClampPrioritiesAndSayItOnce() throws InterruptedException {
        try (CapturedLog log = CapturedLog.of("org.asterism.core.internal.context.Priorities");
                Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext ranged = runtime.createContext(ranged(PriorityRange.Outside.CLAMP));
            ranged.addWorkers(runtime.workers());
            assertEquals(32, ranged.task(NOTHING).priority(100).submit().priority());
            assertEquals(-12, ranged.task(NOTHING).priority(-13).submit().priority());
            assertEquals(5, ranged.task(NOTHING).priority(5).submit().priority());
            Task byPrologue = ranged.task(NOTHING);
            byPrologue.prologue(task -> task.priority(77)).submit();
            runtime.waitAll();
            assertEquals(32, byPrologue.priority());
            assertEquals(1, log.messages().size(), () -> log.messages().toString());
        }
    }

    @Test
    void shouldRefusePrioritiesOutsideOfTheRange() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext ranged = runtime.createContext(ranged(PriorityRange.Outside.REFUSE));
            ranged.addWorkers(runtime.workers());
            Task task = ranged.task(NOTHING).priority(33);
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, task::submit);
            assertTrue(
                    refused.getMessage().contains("has the priority 33, and context 'ranged' takes -12 to 32"),
                    refused.getMessage());
            assertEquals(TaskState.CREATED, task.state());
            task.priority(32).submit().await();
            IllegalArgumentException turned = assertThrows(
                    IllegalArgumentException.class, () -> new PriorityRange(1, 0, PriorityRange.Outside.CLAMP));
            assertTrue(turned.getMessage().contains("give the least one first"), turned.getMessage());
        }
    }

    @Test
    void shouldClampInheritedTasksAndTellThePolicyTheRange() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            AtomicReference<PriorityRange> told = new AtomicReference<>();
            laboratory.addPolicy("told", context -> {
                told.set(context.priorities());
                return new PrioPolicyFactory().create(context);
            });
            PriorityRange range = new PriorityRange(0, 3, PriorityRange.Outside.REFUSE);
            try (TaskRuntime runtime = laboratory.factory.create(
                    RuntimeConfiguration.defaults().withPolicy("told").withPriorities(range))) {
                assertEquals(range, told.get());
                assertEquals(range, runtime.defaultContext().description().priorities());
                assertThrows(
                        IllegalArgumentException.class,
                        () -> runtime.task(NOTHING).priority(4).submit());
                SchedulingContext closed = runtime.createContext(
                        ContextDescription.named("closed").withPolicy("told").withHeir("default"));
                assertEquals(PriorityRange.ANY, told.get());
                Task inherited = closed.task(NOTHING).priority(1000).submit();
                assertEquals(1000, inherited.priority());
                closed.close();
                inherited.await();
                assertEquals(3, inherited.priority());
            }
        }
    }
}
