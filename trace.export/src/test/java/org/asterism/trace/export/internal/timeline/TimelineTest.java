package org.asterism.trace.export.internal.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.Sample;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;
import org.junit.jupiter.api.Test;

/** The order of steps that become known late. */
class TimelineTest {
    private static final TraceNode OTHER = new TraceNode(2, "cuda1 memory", 1L << 30);

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

    /** What the listener of the links hears while one copy from and one to the device never end. */
    private List<String> linksAfter(TraceEvent event) {
        Links links = new Links(timeline, (link, time, _) -> run.add(link.from().name() + time));
        for (TraceEvent each : List.of(
                new TraceEvent.TransferBegan(10, Sample.MAIN, Sample.TILE, Sample.RAM, Sample.DEVICE, 8, 10),
                new TraceEvent.TransferBegan(11, Sample.MAIN, Sample.TILE, Sample.DEVICE, Sample.RAM, 8, 11),
                new TraceEvent.Transferred(30, Sample.MAIN, Sample.TILE, Sample.RAM, OTHER, 8, 20, 30),
                event)) {
            links.add(each);
            timeline.advance(each.time());
        }
        return run;
    }

    @Test
    void shouldNotWaitForTheCopiesOfALostDevice() {
        assertEquals(
                List.of("ram20", "|20", "ram30", "|30"),
                linksAfter(new TraceEvent.Lost(40, Sample.MAIN, Sample.GPU, "fell off the bus")));
    }

    @Test
    void shouldNotWaitForCopiesThatHaveFailed() {
        timeline.at(5, _ -> {});
        Links links = new Links(timeline, (_, _, _) -> {});
        links.add(new TraceEvent.TransferBegan(10, Sample.MAIN, Sample.TILE, Sample.RAM, Sample.DEVICE, 8, 10));
        at(20, "later");
        links.add(new TraceEvent.TransferFailed(30, Sample.MAIN, Sample.TILE, Sample.RAM, Sample.DEVICE, 8, 10, 30));
        timeline.advance(30);
        assertEquals(List.of("|5", "later20", "|20"), run);
    }

    @Test
    void shouldNotWaitForCopiesWhoseEndsMayBeAmongLostEvents() {
        assertEquals(
                List.of("ram20", "|20", "ram30", "|30"), linksAfter(new TraceEvent.EventsLost(40, Sample.MAIN, 1)));
    }

    @Test
    void shouldWaitForTheCopiesOfOtherDevices() {
        TraceWorker other = new TraceWorker(7, "cuda1", "cuda", OTHER.id());
        assertEquals(List.of(), linksAfter(new TraceEvent.Lost(40, Sample.MAIN, other, "fell off the bus")));
    }
}
