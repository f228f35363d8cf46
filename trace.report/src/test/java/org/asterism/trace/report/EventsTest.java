package org.asterism.trace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.profile.Activity;
import org.asterism.profile.IdleReason;
import org.asterism.trace.CutOff;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceTree;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.analysis.Analyst;
import org.asterism.trace.report.internal.analysis.CodeletNumbers;
import org.asterism.trace.report.internal.analysis.FailedCopy;
import org.asterism.trace.report.internal.analysis.IterationCourse;
import org.asterism.trace.report.internal.analysis.TreeUse;
import org.asterism.trace.report.internal.verdict.Verdict;
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

    private void runInIterations(long time, long task, Long... iterations) {
        events.add(new TraceEvent.Submitted(time, MAIN, task, "a", "default", 0, 0, 0, List.of(), List.of(iterations)));
        ready(time, task);
        pop(time, task);
        execute(task, time + 100, time + 150);
        complete(time + 150, task);
    }

    @Test
    void shouldSayWhenTheKernelsOfEachIterationRan() throws Exception {
        events.add(new TraceEvent.IterationBegan(10, MAIN, 7, 1));
        runInIterations(10, 1, 7L);
        events.add(new TraceEvent.IterationBegan(200, MAIN, 70, 2));
        runInIterations(200, 2, 7L, 70L);
        events.add(new TraceEvent.IterationEnded(400, MAIN, 70, 2));
        events.add(new TraceEvent.IterationEnded(410, MAIN, 7, 1));
        events.add(new TraceEvent.IterationBegan(420, MAIN, 8, 1));
        runInIterations(420, 3, 8L);
        List<IterationCourse> iterations = analysis().iterations();
        assertEquals(
                List.of("7", "7.70", "8"),
                iterations.stream().map(IterationCourse::name).toList());
        IterationCourse seven = iterations.getFirst();
        assertEquals(List.of(2L, 100L), List.of(seven.tasks(), seven.kernels()));
        assertEquals(10, seven.began().orElseThrow());
        assertEquals(110, seven.firstBegin().orElseThrow());
        assertEquals(350, seven.lastEnd().orElseThrow());
        assertEquals(410, seven.ended().orElseThrow());
        assertTrue(iterations.getLast().ended().isEmpty());
        String page = page();
        assertTrue(page.contains("Table: iterations"));
        assertTrue(page.contains("first kernel of an iteration"));
        // The Gantt chart marks outermost iterations. It begins with the first submission, at 10.
        assertTrue(page.matches("(?s).*\"iterations\":\\[\\{[^\\]]*\\}\\].*"));
        assertTrue(page.contains("\"at\":100") && page.contains("\"at\":510"), "marks");
        assertFalse(page.contains("\"text\":\"7.70\""), "a nested iteration has no mark");
    }

    @Test
    void shouldFindTheIterationOfATaskThoughTheRecordingBeganWithinIt() throws Exception {
        runInIterations(0, 1, 3L);
        runInIterations(200, 2, 3L);
        events.add(new TraceEvent.IterationEnded(400, MAIN, 3, 1));
        IterationCourse only = analysis().iterations().getFirst();
        assertEquals(1, analysis().iterationCount());
        assertEquals(2, only.tasks());
        assertTrue(only.began().isEmpty());
        assertEquals(400, only.ended().orElseThrow());
    }

    @Test
    void shouldSayNothingOfIterationsFailedCopiesAndTreesIfThereAreNone() throws Exception {
        submit(0, 1, "a");
        ready(0, 1);
        pop(0, 1);
        execute(1, 0, 100);
        complete(100, 1);
        String page = page();
        assertFalse(page.contains("Table: iterations"));
        assertFalse(page.contains("Failed copies"));
        assertFalse(page.contains("Scheduling trees"));
        assertTrue(page.contains("\"iterations\":[]"));
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
    void shouldCountFailedCopiesByReason() throws Exception {
        TraceWorker gpu = new TraceWorker(2, "cuda-0", "cuda", 1);
        submit(0, 1, "a");
        ready(0, 1);
        pop(0, 1);
        events.add(new TraceEvent.TransferFailed(20, MAIN, X, RAM, GPU, 100, 10, 20));
        events.add(new TraceEvent.TransferFailed(30, MAIN, X, RAM, GPU, 100, 20, 30));
        events.add(
                new TraceEvent.TransferFailed(3_000_000_050L, MAIN, X, RAM, GPU, 100, 3_000_000_000L, 3_000_000_050L));
        events.add(new TraceEvent.Lost(3_000_000_060L, THREAD, gpu, "fell off the bus"));
        execute(1, 0, 3_000_000_100L);
        complete(3_000_000_100L, 1);
        List<FailedCopy> failed = analysis().failed();
        assertEquals(2, failed.size());
        assertEquals(
                List.of(2L, 200L, 20L),
                List.of(
                        failed.getFirst().copies(),
                        failed.getFirst().bytes(),
                        failed.getFirst().first()));
        assertEquals("the driver could not make the copy", failed.getFirst().reason());
        assertEquals(
                "the device of cuda-0 was lost: fell off the bus",
                failed.getLast().reason());
        String page = page();
        String transfers = page.substring(page.indexOf("id=\"transfers\""), page.indexOf("id=\"memory\""));
        assertTrue(transfers.contains("3 transfers failed."), transfers);
        assertTrue(transfers.contains("fell off the bus"), transfers);
    }

    @Test
    void shouldShowTheTreeOfEachPolicyWithTheTasksThatItsComponentsKept() throws Exception {
        TraceTree tree = new TraceTree(
                "modular",
                List.of(
                        new TraceComponent("prio-0", "prio", true, List.of("w0", "w1"), List.of("cpu-0", "cpu-1")),
                        new TraceComponent("w0", "worker", false, List.of(), List.of("cpu-0")),
                        new TraceComponent("w1", "worker", false, List.of(), List.of("cpu-1"))));
        events.add(new TraceEvent.TreeChanged(0, MAIN, "default", Optional.of(tree)));
        submit(0, 1, "a");
        ready(0, 1);
        events.add(new TraceEvent.Stored(0, MAIN, 1, "default", "prio-0"));
        pop(0, 1);
        execute(1, 0, 100);
        complete(100, 1);
        events.add(new TraceEvent.TreeChanged(100, MAIN, "default", Optional.empty()));
        events.add(new TraceEvent.Stored(100, MAIN, 2, "default", "prio-0"));
        TreeUse use = analysis().trees().getFirst();
        assertEquals(1, use.kept("prio-0"));
        assertEquals(0, use.kept("w0"));
        String page = page();
        String trees = page.substring(page.indexOf("<section id=\"trees\""));
        assertTrue(trees.contains("modular in context default"));
        assertTrue(trees.contains("<svg") && trees.contains("2 \u00d7 worker"), "the picture folds equal workers");
        assertTrue(trees.contains("Table: components of modular"));
        assertFalse(page.contains("<?xml"));
    }

    private void run(TraceWorker worker, long task, String codelet, long begin, long end) {
        submit(begin, task, codelet);
        ready(begin, task);
        events.add(new TraceEvent.Popped(begin, THREAD, task, worker, Optional.of("eager")));
        events.add(new TraceEvent.Executed(end, THREAD, task, worker, begin, end));
        complete(end, task);
    }

    private Verdict verdict() throws IOException {
        events.sort(Comparator.comparingLong(TraceEvent::time));
        return new Verdict(analysis());
    }

    @Test
    void shouldNameTheKernelsAsTheLimitOfBusyWorkersThoughAChainIsLong() throws Exception {
        run(CPU_0, 1, "a", 0, 85);
        run(CPU_0, 2, "b", 85, 100);
        run(CPU_1, 3, "c", 0, 50);
        run(CPU_1, 4, "d", 50, 100);
        String limit = verdict().sentences().get(1);
        assertTrue(limit.startsWith("The kernels limit the run"), limit);
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
