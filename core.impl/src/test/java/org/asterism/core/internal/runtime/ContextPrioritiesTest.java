package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The range of priorities that a context's tasks have. */
@Timeout(60)
class ContextPrioritiesTest {
    private static final Logger LOG = Logger.getLogger("org.asterism.core.internal.context.Priorities");

    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final List<String> warnings = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            warnings.add(record.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // Nothing was taken.
        }
    };

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
        LOG.addHandler(handler);
        LOG.setUseParentHandlers(false);
        try (Laboratory laboratory = Laboratory.withWorkers(1);
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
            assertEquals(1, warnings.size(), warnings::toString);
        } finally {
            LOG.setUseParentHandlers(true);
            LOG.removeHandler(handler);
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
