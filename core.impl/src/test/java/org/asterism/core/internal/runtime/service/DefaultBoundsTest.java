package org.asterism.core.internal.runtime.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.Codelet;
import org.asterism.api.PriorityRange;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.core.internal.runtime.CoreRuntime;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DefaultBoundsTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = new Laboratory();
    private final CoreRuntime runtime;

    DefaultBoundsTest() {
        laboratory.addDriver("timed", new TimedDriver(1));
        runtime = (CoreRuntime)
                laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
    }

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private DefaultBounds bound(DefaultBounds before, String priorities, String limit) {
        DefaultBounds changed = before.changed(priorities, limit);
        changed.apply(runtime.defaultContext(), before);
        return changed;
    }

    private Task submit(int priority) {
        Task task = runtime.task(NOTHING).argument(100L).priority(priority);
        task.submit();
        return task;
    }

    @Test
    void shouldKeepPrioritiesWithinTheConfiguredRangeUntilItIsTakenBack() throws Exception {
        DefaultBounds clamping = bound(DefaultBounds.NONE, "-5..5", "");
        assertEquals(5, submit(6).priority());
        DefaultBounds refusing = bound(clamping, " -5..5,refuse ", "");
        assertThrows(IllegalArgumentException.class, () -> submit(6));
        bound(refusing, "", "");
        assertEquals(6, submit(6).priority());
        runtime.waitAll();
    }

    @Test
    void shouldLimitWhatIsSubmittedUntilThatIsTakenBack() throws Exception {
        assertFalse(waitsAtTheThirdTask());
        DefaultBounds limited = bound(DefaultBounds.NONE, "", "0..2");
        assertTrue(waitsAtTheThirdTask());
        assertEquals(2, runtime.defaultContext().description().mostSubmitted());
        bound(limited, "", "");
        assertFalse(waitsAtTheThirdTask());
    }

    /** In virtual time who waits steps the worker, and time goes on. */
    private boolean waitsAtTheThirdTask() throws Exception {
        long before = runtime.clock().nanoTime();
        submit(0);
        submit(0);
        submit(0);
        boolean waits = runtime.clock().nanoTime() > before;
        runtime.waitAll();
        return waits;
    }

    @Test
    void shouldKeepWhatIsThereWhereTheConfigurationMakesNoSense() {
        DefaultBounds before = DefaultBounds.NONE.changed("1..2", "3..4");
        assertEquals(before, before.changed("2..1", "4..3"));
        assertEquals(before, before.changed("high", "low"));
        assertEquals(new DefaultBounds(PriorityRange.parse("0..9"), 3, 4), before.changed("0..9", "low"));
        assertEquals(new DefaultBounds(PriorityRange.parse("1..2"), 0, 9), before.changed("high", "0..9"));
    }

    @Test
    void shouldLeaveALimitThatTheProgramHasSetWhenOnlyPrioritiesChange() throws Exception {
        runtime.defaultContext().limitSubmitted(0, 2);
        bound(DefaultBounds.NONE, "0..9", "");
        assertTrue(waitsAtTheThirdTask());
    }
}
