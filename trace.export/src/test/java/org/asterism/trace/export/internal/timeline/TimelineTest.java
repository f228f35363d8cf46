package org.asterism.trace.export.internal.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.Sample;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;
import org.junit.jupiter.api.Test;

/** The order of steps that become known late. */
class TimelineTest {
    private final List<String> run = new ArrayList<>();
    private final Timeline timeline = new Timeline(time -> run.add("|" + time));

    private void at(long time, String name) {
        timeline.at(time, actual -> run.add(name + actual));
    }

    private static TraceEvent launched(long time, long task) {
        return new TraceEvent.Launched(time, Sample.MAIN, task, Sample.GPU);
    }

    @Test
    void shouldRunStepsInTheOrderOfTheirTimes() {
        at(20, "b");
        at(10, "a");
        at(20, "c");
        timeline.advance(20);
        assertEquals(List.of("a10", "|10"), run);
        timeline.finish();
        assertEquals(List.of("a10", "|10", "b20", "c20", "|20"), run);
    }

    @Test
    void shouldKeepStepsBackBehindAHold() {
        timeline.hold("kernel", launched(10, 1), () -> {});
        at(15, "later");
        timeline.advance(30);
        assertEquals(List.of(), run);
        at(12, "begin");
        timeline.release("kernel");
        timeline.advance(30);
        assertEquals(List.of("begin12", "|12", "later15", "|15"), run);
    }

    @Test
    void shouldRunALateStepAtTheTimeThatIsReached() {
        at(10, "a");
        timeline.advance(20);
        at(5, "late");
        timeline.finish();
        assertEquals(List.of("a10", "|10", "late10", "|10"), run);
    }

    @Test
    void shouldGiveUpHoldsWhenVeryManyStepsWait() {
        timeline.hold("kernel", launched(10, 1), () -> at(10, "launch"));
        for (int step = 0; step <= 200_000; step++) {
            at(20, "");
        }
        timeline.advance(30);
        assertEquals("launch10", run.getFirst());
        assertEquals("|20", run.getLast());
    }

    @Test
    void shouldShowATaskFromItsLaunchIfItsKernelLastsVeryLong() {
        List<String> shown = new ArrayList<>();
        WorkerStates states = new WorkerStates((worker, time, state, _) -> {
            if (worker.equals(Sample.GPU)) {
                shown.add(state + " " + time);
            }
        });
        TaskRecords tasks = new TaskRecords();
        List<TraceEvent> events = new ArrayList<>(List.of(launched(10, 1)));
        for (int i = 0; i < 150_000; i++) {
            events.add(new TraceEvent.Slept(20, Sample.MAIN, Sample.CPU_0));
            events.add(new TraceEvent.Woke(20, Sample.MAIN, Sample.CPU_0));
        }
        events.add(new TraceEvent.Executed(50, Sample.MAIN, 1, Sample.GPU, 12, 40));
        for (TraceEvent event : events) {
            TaskRecord task = tasks.add(event);
            states.add(event, task);
        }
        states.finish();
        assertEquals(List.of("EXECUTING 10", "SCHEDULING 40"), shown);
        assertTrue(run.isEmpty());
    }
}
