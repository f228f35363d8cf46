package org.asterism.trace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.profile.Activity;
import org.asterism.profile.IdleReason;
import org.asterism.trace.CutOff;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.analysis.Analyst;
import org.asterism.trace.report.internal.analysis.CodeletNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of a few events each. */
class EventsTest {
    private static final TraceThread MAIN = new TraceThread(1, "main");
    private static final TraceThread THREAD = new TraceThread(2, "cpu-0");
    private static final TraceWorker CPU_0 = new TraceWorker(0, "cpu-0", "cpu", 0);
    private static final TraceWorker CPU_1 = new TraceWorker(1, "cpu-1", "cpu", 0);
    private static final TraceNode RAM = new TraceNode(0, "main", 1000);
    private static final TraceNode GPU = new TraceNode(1, "gpu", 1000);
    private static final TraceHandle X = new TraceHandle(1, "x", 100);

    @TempDir
    private Path folder;

    private final List<TraceEvent> events = new ArrayList<>();

    private record ListTrace(List<TraceEvent> events) implements Trace {
        @Override
        public TraceHeader header() {
            return new TraceHeader(1, 0, Instant.EPOCH, 0, true);
        }

        @Override
        public List<TraceWorker> workers() {
            return List.of(CPU_0, CPU_1);
        }

        @Override
        public List<TraceNode> nodes() {
            return List.of(RAM, GPU);
        }

        @Override
        public List<TraceThread> threads() {
            return List.of(MAIN, THREAD);
        }

        @Override
        public List<TraceHandle> handles() {
            return List.of(X);
        }

        @Override
        public long firstTime() {
            return events.getFirst().time();
        }

        @Override
        public long lastTime() {
            return events.getLast().time();
        }

        @Override
        public long records() {
            return events.size();
        }

        @Override
        public Optional<CutOff> cutOff() {
            return Optional.empty();
        }

        @Override
        public void forEach(Consumer<? super TraceEvent> reader) {
            events.forEach(reader);
        }
    }

    private Analysis analysis() throws IOException {
        return Analyst.analyse("run", new ListTrace(events), new CodeletNumbers())
                .orElseThrow();
    }

    private void submit(long time, long task, String codelet) {
        events.add(new TraceEvent.Submitted(time, MAIN, task, codelet, "default", 0, 0, 0, List.of()));
    }

    private void ready(long time, long task) {
        events.add(new TraceEvent.Ready(time, MAIN, task));
        events.add(new TraceEvent.Pushed(time, MAIN, task));
    }

    private void pop(long time, long task) {
        events.add(new TraceEvent.Popped(time, THREAD, task, CPU_0, Optional.of("eager")));
        events.add(new TraceEvent.Launched(time, THREAD, task, CPU_0));
    }

    private void execute(long task, long begin, long end) {
        events.add(new TraceEvent.Executed(end, THREAD, task, CPU_0, begin, end));
    }

    private void complete(long time, long task) {
        events.add(new TraceEvent.Completed(time, THREAD, task, TaskState.DONE));
    }

    @Test
    void shouldCountACallbackAtTheWorkerWhoseThreadRunsIt() throws Exception {
        submit(0, 1, "a");
        submit(0, 2, "a");
        ready(0, 1);
        ready(0, 2);
        pop(0, 1);
        execute(1, 0, 100);
        events.add(new TraceEvent.CallbackBegan(100, THREAD, 1));
        events.add(new TraceEvent.CallbackBegan(120, MAIN, 1));
        events.add(new TraceEvent.CallbackEnded(130, MAIN, 1));
        events.add(new TraceEvent.CallbackEnded(150, THREAD, 1));
        complete(150, 1);
        pop(150, 2);
        execute(2, 150, 200);
        complete(200, 2);
        Map<Activity, Long> times = analysis().profile().workers().getFirst().exclusive();
        assertEquals(50, times.get(Activity.CALLBACK));
        assertEquals(150, times.get(Activity.EXECUTING));
    }

    @Test
    void shouldBeginWithTheFirstSubmissionAndEndWithTheLastKernel() throws Exception {
        events.add(new TraceEvent.Slept(5, THREAD, CPU_0));
        submit(1000, 1, "a");
        ready(1000, 1);
        pop(1000, 1);
        execute(1, 1000, 1100);
        complete(5000, 1);
        Analysis analysis = analysis();
        assertEquals(100, analysis.makespan());
        assertEquals(100, analysis.profile().nanos());
        assertEquals(1, analysis.utilisation() * 2, 1e-9);
    }

    @Test
    void shouldLeadTheCriticalPathThroughTasksWithoutWork() throws Exception {
        submit(0, 1, "a");
        submit(0, 2, "join");
        submit(0, 3, "b");
        ready(0, 1);
        pop(0, 1);
        execute(1, 0, 100);
        events.add(new TraceEvent.Dependency(100, THREAD, 1, 2));
        events.add(new TraceEvent.Ready(100, THREAD, 2));
        events.add(new TraceEvent.Dependency(100, THREAD, 2, 3));
        complete(100, 2);
        complete(100, 1);
        ready(100, 3);
        pop(100, 3);
        execute(3, 100, 130);
        complete(130, 3);
        assertEquals(130, analysis().chain().orElseThrow().length());
        assertEquals(2, analysis().chain().orElseThrow().depth());
    }

    @Test
    void shouldSayWhyTheOtherWorkerWasIdle() throws Exception {
        submit(0, 1, "a");
        ready(0, 1);
        pop(0, 1);
        execute(1, 0, 100);
        complete(100, 1);
        // Nothing names cpu-1, so it was in the only context and slept.
        assertEquals(
                Map.of(IdleReason.NOTHING_READY, 100L),
                analysis().profile().workers().getLast().idle());
    }

    @Test
    void shouldCountTheDataInAMemoryAndWhatWasEvicted() throws Exception {
        submit(0, 1, "a");
        ready(0, 1);
        pop(0, 1);
        events.add(new TraceEvent.Allocated(10, MAIN, X, GPU, 100));
        events.add(new TraceEvent.Transferred(30, MAIN, X, RAM, GPU, 100, 10, 30));
        events.add(new TraceEvent.Allocated(40, MAIN, X, GPU, 50));
        events.add(new TraceEvent.Freed(60, MAIN, X, GPU, 100, true));
        execute(1, 0, 100);
        complete(100, 1);
        Analysis analysis = analysis();
        assertEquals(150, analysis.nodes().getFirst().peak());
        assertEquals(1, analysis.nodes().getFirst().evictions());
        assertEquals(100, analysis.profile().links().getFirst().bytes());
        assertEquals("main to gpu", analysis.links().getFirst().name());
    }

    @Test
    void shouldCompareExpectedWithMeasuredTimes() throws Exception {
        submit(0, 1, "a");
        events.add(new TraceEvent.Decided(0, MAIN, 1, CPU_0, 0, 150, 0, 0));
        ready(0, 1);
        pop(0, 1);
        execute(1, 0, 100);
        complete(100, 1);
        assertEquals(0.5, analysis().predictions().getFirst().error(), 1e-9);
        assertEquals(150, analysis().predictions().getFirst().predicted());
    }

    @Test
    void shouldFindAKernelThatTookMuchLongerThanOthers() throws Exception {
        for (int task = 1; task <= 20; task++) {
            long begin = 1000 * task;
            submit(begin, task, "a");
            ready(begin, task);
            pop(begin, task);
            execute(task, begin, begin + (task == 7 ? 900 : 100));
            complete(begin + 900, task);
        }
        assertEquals(1, analysis().outliers().size());
        assertEquals(7, analysis().outliers().getFirst().task());
        assertEquals(900, analysis().outliers().getFirst().nanos());
    }

    private String page() throws IOException {
        Path page = folder.resolve("page.html");
        new TraceReport("run", new ListTrace(events)).write(page);
        return Files.readString(page);
    }

    @Test
    void shouldExplainTasksThatWereSubmittedBeforeTheRecording() throws Exception {
        ready(0, 1);
        pop(0, 1);
        execute(1, 0, 100);
        complete(100, 1);
        assertEquals(100, analysis().makespan());
        assertTrue(page().contains("100 ns"));
    }

    @Test
    void shouldWarnOfLostEvents() throws Exception {
        submit(0, 1, "a");
        ready(0, 1);
        pop(0, 1);
        events.add(new TraceEvent.EventsLost(50, THREAD, 7));
        execute(1, 0, 100);
        Path page = folder.resolve("lost.html");
        new TraceReport("run", new ListTrace(events)).write(page);
        assertTrue(Files.readString(page).contains("run has lost 7 events"));
        assertTrue(Files.readString(page).contains("run ends before all tasks do: 1 task had not"));
    }
}
