package org.asterism.trace.internal.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Iteration;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceAccess;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceTree;
import org.asterism.trace.TraceWorker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that are recorded and read again. */
class RoundTripTest {
    private static final TraceWorker CPU = new TraceWorker(0, "cpu 0", "cpu", 0);
    private static final TraceWorker GPU = new TraceWorker(1, "gpu 1", "cuda", 1);
    private static final TraceNode MAIN = new TraceNode(0, "main", 1L << 30);
    private static final TraceNode DEVICE = new TraceNode(1, "gpu", 1L << 20);

    static final TreeView TREE = new TreeView(
            "modular",
            "prio / each worker",
            List.of(
                    component("prio", "prio", true, List.of("worker@cpu 0", "worker@gpu 1"), List.of("cpu 0", "gpu 1")),
                    component("worker@cpu 0", "worker", false, List.of(), List.of("cpu 0")),
                    component("worker@gpu 1", "worker", false, List.of(), List.of("gpu 1"))),
            0,
            0);
    private static final TraceTree RECORDED_TREE = new TraceTree(
            "modular",
            List.of(
                    new TraceComponent(
                            "prio", "prio", true, List.of("worker@cpu 0", "worker@gpu 1"), List.of("cpu 0", "gpu 1")),
                    new TraceComponent("worker@cpu 0", "worker", false, List.of(), List.of("cpu 0")),
                    new TraceComponent("worker@gpu 1", "worker", false, List.of(), List.of("gpu 1"))));

    static ComponentView component(
            String name, String kind, boolean reservoir, List<String> children, List<String> workers) {
        return new ComponentView(
                name,
                kind,
                "",
                new LinkedHashMap<>(),
                List.of(),
                children,
                workers,
                true,
                true,
                1,
                reservoir,
                false,
                0,
                0,
                0,
                0);
    }

    private final TraceThread thread = new TraceThread(1, Thread.currentThread().getName());
    private final FakeRuntime fake = new FakeRuntime();

    @TempDir
    private Path folder;

    private Path file;
    private Recording recording;

    @BeforeEach
    void start() throws Exception {
        file = folder.resolve("trace.bin");
        recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file));
    }

    private Trace stopped() throws Exception {
        recording.stop();
        return Trace.open(file);
    }

    private static List<TraceEvent> events(Trace trace) throws Exception {
        List<TraceEvent> events = new ArrayList<>();
        trace.forEach(events::add);
        return events;
    }

    private RuntimeObserver at(long time) {
        fake.now.set(time);
        return fake.observer;
    }

    @Test
    void shouldReadEveryKindOfEventAsItWasReported() throws Exception {
        DataHandle matrix = FakeRuntime.handle("matrix", 4096);
        DataHandle vector = FakeRuntime.handle("vektor \u00e9", 64);
        DataHandle block = FakeRuntime.handle("block", 8);
        Task task = fake.task(
                70_000_000_000L,
                FakeRuntime.WORK,
                2e9,
                List.of(matrix, vector, block),
                List.of(Access.R, Access.RW, Access.COMMUTE));
        Task next = fake.task(2);
        Task failed = FakeRuntime.of(Task.class, Map.of("id", 3L, "state", TaskState.FAILED));
        Task cancelled = FakeRuntime.of(Task.class, Map.of("id", 4L, "state", TaskState.CANCELLED));
        fake.successors.put(task, List.of(next, fake.task(5)));

        at(1000).submitted(task);
        at(1010).ready(fake.task(6));
        at(1020).pushed(task);
        at(1030).decided(task, fake.gpu, 2000.5, 300, Double.NaN, 0.25);
        at(1032).treeChanged(fake.context, Optional.of(TREE));
        at(1034).stored(task, fake.context, "prio");
        at(1036).stored(task, fake.context, "");
        at(1040).popped(task, fake.gpu, "dmda");
        at(1050).popped(next, fake.cpu, null);
        at(1060).fetching(task, fake.gpu);
        at(1070).transferBegan(matrix, fake.main, fake.device, 4096, 1070);
        at(1080).transferred(matrix, fake.main, fake.device, 4096, 1070, 1079);
        at(1082).transferFailed(matrix, fake.device, fake.main, 4096, 1075, 1081);
        at(1090).allocated(vector, fake.device, 128);
        at(1100).freed(block, fake.device, 16, true);
        at(1110).freed(vector, fake.device, 128, false);
        at(1120).fetched(task, fake.gpu);
        at(1130).launched(task, fake.gpu, 1129);
        at(1140).tookPart(task, fake.cpu, 3, 1131, 1139);
        at(1150).executed(task, fake.gpu, 1131, 1149);
        at(1160).completed(failed);
        at(1170).completed(cancelled);
        at(1180).callbackBegan(next);
        at(1190).callbackEnded(next);
        at(1200).completed(next);
        at(1210).slept(fake.cpu);
        at(1220).woke(fake.cpu);
        at(1230).policyChanged(fake.context, Optional.of("eager"), Optional.empty());
        at(1240).policyChanged(fake.context, Optional.empty(), Optional.of("dmda"));
        at(1245).treeChanged(fake.context, Optional.empty());
        at(1250).joined(fake.gpu, fake.context);
        at(1260).left(fake.gpu, fake.context);
        at(1270).lost(fake.gpu, new IllegalStateException("fell off the bus"));
        at(1280).iterationBegan(FakeRuntime.iteration(null, 70_000_000_000L));
        at(1290).iterationEnded(FakeRuntime.iteration(FakeRuntime.iteration(null, 3), 4));

        TraceHandle first = new TraceHandle(1, "matrix", 4096);
        TraceHandle second = new TraceHandle(2, "vektor \u00e9", 64);
        TraceHandle third = new TraceHandle(3, "block", 8);
        long id = 70_000_000_000L;
        List<TraceEvent> expected = List.of(
                new TraceEvent.Submitted(
                        1000,
                        thread,
                        id,
                        "work",
                        "default",
                        -7,
                        2e9,
                        0xcafebabe,
                        List.of(
                                new TraceAccess(first, Access.R),
                                new TraceAccess(second, Access.RW),
                                new TraceAccess(third, Access.COMMUTE))),
                new TraceEvent.Ready(1010, thread, 6),
                new TraceEvent.Pushed(1020, thread, id),
                new TraceEvent.Decided(1030, thread, id, GPU, 2000.5, 300, Double.NaN, 0.25),
                new TraceEvent.TreeChanged(1032, thread, "default", Optional.of(RECORDED_TREE)),
                new TraceEvent.Stored(1034, thread, id, "default", "prio"),
                new TraceEvent.Stored(1036, thread, id, "default", ""),
                new TraceEvent.Popped(1040, thread, id, GPU, Optional.of("dmda")),
                new TraceEvent.Popped(1050, thread, 2, CPU, Optional.empty()),
                new TraceEvent.Fetching(1060, thread, id, GPU),
                new TraceEvent.TransferBegan(1070, thread, first, MAIN, DEVICE, 4096, 1070),
                new TraceEvent.Transferred(1079, thread, first, MAIN, DEVICE, 4096, 1070, 1079),
                new TraceEvent.TransferFailed(1081, thread, first, DEVICE, MAIN, 4096, 1075, 1081),
                new TraceEvent.Allocated(1090, thread, second, DEVICE, 128),
                new TraceEvent.Freed(1100, thread, third, DEVICE, 16, true),
                new TraceEvent.Freed(1110, thread, second, DEVICE, 128, false),
                new TraceEvent.Fetched(1120, thread, id, GPU),
                new TraceEvent.Launched(1129, thread, id, GPU),
                new TraceEvent.TookPart(1139, thread, id, CPU, 3, 1131, 1139),
                new TraceEvent.Executed(1149, thread, id, GPU, 1131, 1149),
                new TraceEvent.Dependency(1149, thread, id, 2),
                new TraceEvent.Dependency(1149, thread, id, 5),
                new TraceEvent.Completed(1160, thread, 3, TaskState.FAILED),
                new TraceEvent.Completed(1170, thread, 4, TaskState.CANCELLED),
                new TraceEvent.CallbackBegan(1180, thread, 2),
                new TraceEvent.CallbackEnded(1190, thread, 2),
                new TraceEvent.Completed(1190, thread, 2, TaskState.DONE),
                new TraceEvent.Slept(1210, thread, CPU),
                new TraceEvent.Woke(1220, thread, CPU),
                new TraceEvent.PolicyChanged(1230, thread, "default", Optional.of("eager"), Optional.empty()),
                new TraceEvent.PolicyChanged(1240, thread, "default", Optional.empty(), Optional.of("dmda")),
                new TraceEvent.TreeChanged(1245, thread, "default", Optional.empty()),
                new TraceEvent.Joined(1250, thread, GPU, "default"),
                new TraceEvent.Left(1260, thread, GPU, "default"),
                new TraceEvent.Lost(1270, thread, GPU, "java.lang.IllegalStateException: fell off the bus"),
                new TraceEvent.IterationBegan(1280, thread, 70_000_000_000L, 1),
                new TraceEvent.IterationEnded(1290, thread, 4, 2));
        Trace trace = stopped();
        assertEquals(expected, events(trace));
        assertEquals(4168, ((TraceEvent.Submitted) expected.getFirst()).bytes());
        assertEquals(List.of(CPU, GPU), trace.workers());
        assertEquals(List.of(MAIN, DEVICE), trace.nodes());
        assertEquals(List.of(thread), trace.threads());
        assertEquals(List.of(first, second, third), trace.handles());
        assertEquals(expected.size() - 3, trace.records()); // two dependencies are one record, and trees are none
        assertEquals(1000, trace.firstTime());
        assertEquals(1290, trace.lastTime());
        assertEquals(Optional.empty(), trace.cutOff());
        Set<Class<?>> kinds = expected.stream().map(Object::getClass).collect(Collectors.toSet());
        Set<Class<?>> all = Stream.of(TraceEvent.class.getPermittedSubclasses())
                .flatMap(type -> type.isSealed() ? Stream.of(type.getPermittedSubclasses()) : Stream.of(type))
                .flatMap(type -> type.isSealed() ? Stream.of(type.getPermittedSubclasses()) : Stream.of(type))
                .collect(Collectors.toSet());
        all.removeAll(kinds);
        assertEquals(Set.of(TraceEvent.EventsLost.class), all);
    }

    @Test
    void shouldReadTheIterationsThatTasksBelongTo() throws Exception {
        List<DataHandle> handles =
                List.of(FakeRuntime.handle("a", 1), FakeRuntime.handle("b", 2), FakeRuntime.handle("c", 3));
        List<Access> modes = List.of(Access.R, Access.R, Access.W);
        Iteration outer = FakeRuntime.iteration(null, 7);
        at(1000).submitted(fake.task(1));
        fake.iteration = outer;
        at(1010).submitted(fake.task(2));
        at(1020).submitted(fake.task(3, FakeRuntime.WORK, 2e9, handles, modes));
        fake.iteration = FakeRuntime.iteration(outer, 70_000_000_000L);
        at(1030).submitted(fake.task(4));
        at(1040).submitted(fake.task(5, FakeRuntime.WORK, 2e9, handles, modes));
        at(1050).submitted(fake.task(6, FakeRuntime.WORK, 0, handles.subList(0, 2), modes.subList(0, 2)));
        fake.iteration = null;
        at(1060).submitted(fake.task(7));
        List<TraceEvent.Submitted> submissions =
                events(stopped()).stream().map(TraceEvent.Submitted.class::cast).toList();
        List<Long> both = List.of(7L, 70_000_000_000L);
        assertEquals(
                List.of(List.of(), List.of(7L), List.of(7L), both, both, both, List.of()),
                submissions.stream().map(TraceEvent.Submitted::iterations).toList());
        assertEquals(
                List.of(0, 0, 3, 0, 3, 2, 0),
                submissions.stream().map(each -> each.accesses().size()).toList());
    }

    @Test
    void shouldObserveEveryEventButThoseBeforeTheLaunchAndTheEnd() {
        Set<String> recorded = Stream.of(EventRecorder.class.getDeclaredMethods())
                .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
        Set<String> all = Stream.of(RuntimeObserver.class.getMethods())
                .map(Method::getName)
                .collect(Collectors.toSet());
        all.removeAll(recorded);
        // Holds are no part of what happens in a run; the last one is no event.
        assertEquals(Set.of("starting", "held", "continued", "closing", "isHolding"), all);
    }

    @Test
    void shouldReadTheHeader() throws Exception {
        Trace trace = stopped();
        assertEquals(1, trace.header().major());
        assertEquals(1000, trace.header().origin());
        assertTrue(
                Duration.between(trace.header().started(), Instant.now()).abs().toMinutes() < 10);
        assertEquals(0, trace.records());
        assertEquals(1000, trace.firstTime());
        assertEquals(1000, trace.lastTime());
    }

    @Test
    void shouldShareOneReadingOfTheClockBetweenEventsThatFollowEachOther() throws Exception {
        Task task = fake.task(1);
        Task successor = fake.task(2);
        fake.successors.put(task, List.of(successor));
        at(1000).submitted(task);
        at(1001).ready(task);
        at(1002).pushed(task);
        at(1010).popped(task, fake.cpu, "eager");
        at(1011).fetching(task, fake.cpu);
        at(1020).launched(task, fake.cpu, 1020);
        at(1030).executed(task, fake.cpu, 1020, 1030);
        at(1031).ready(successor);
        at(1032).pushed(successor);
        at(1040).completed(task);
        assertEquals(
                List.of(1000L, 1000L, 1000L, 1010L, 1010L, 1020L, 1030L, 1030L, 1030L, 1030L, 1040L),
                events(stopped()).stream().map(TraceEvent::time).toList());
    }

    @Test
    void shouldBeginWithTheTreesThatContextsHaveAlready() throws Exception {
        recording.stop();
        fake.contextAnswers.put("tree", Optional.of(TREE));
        recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file));
        at(1010).stored(fake.task(1), fake.context, "prio");
        List<TraceEvent> events = events(stopped());
        assertEquals(
                List.of(
                        new TraceEvent.TreeChanged(1010, thread, "default", Optional.of(RECORDED_TREE)),
                        new TraceEvent.Stored(1010, thread, 1, "default", "prio")),
                events);
    }

    @Test
    void shouldRecordWithoutTheTreeOfAPolicyThatCannotDescribeIt() throws Exception {
        recording.stop();
        fake.contextAnswers.put("tree", new IllegalStateException("as it should"));
        recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file));
        at(1010).ready(fake.task(1));
        assertEquals(List.of(new TraceEvent.Ready(1010, thread, 1)), events(stopped()));
    }

    @Test
    void shouldReportStoredTasksAtTheTimeOfTheirPush() throws Exception {
        at(1000).pushed(fake.task(1));
        at(1001).stored(fake.task(1), fake.context, "prio");
        at(1002).stored(fake.task(1), fake.context, "fifo");
        assertEquals(
                List.of(1000L, 1000L, 1002L),
                events(stopped()).stream().map(TraceEvent::time).toList());
    }

    @Test
    void shouldReadTheClockForReadinessAfterAnythingElse() throws Exception {
        at(1000).submitted(fake.task(1));
        at(1005).ready(fake.task(2));
        assertEquals(1005, events(stopped()).getLast().time());
    }

    @Test
    void shouldRecordTheSuccessorsOfATaskWithoutWorkWhenItIsReady() throws Exception {
        Task join = fake.task(1, Codelet.without("join"), 0, List.of(), List.of());
        fake.successors.put(join, List.of(fake.task(2)));
        at(1000).ready(join);
        assertEquals(
                List.of(new TraceEvent.Ready(1000, thread, 1), new TraceEvent.Dependency(1000, thread, 1, 2)),
                events(stopped()));
    }

    @Test
    void shouldReadTasksWithThousandsOfAccessesAndSuccessors() throws Exception {
        List<DataHandle> handles = new ArrayList<>();
        for (int index = 0; index < 3001; index++) {
            handles.add(FakeRuntime.handle("handle " + index, index));
        }
        Task large = fake.task(1, FakeRuntime.WORK, 0, handles, Collections.nCopies(3001, Access.R));
        fake.successors.put(large, Collections.nCopies(2000, fake.task(9)));
        at(1000).submitted(large);
        at(1010).executed(large, fake.cpu, 1001, 1010);
        List<TraceEvent> events = events(stopped());
        TraceEvent.Submitted submitted = (TraceEvent.Submitted) events.getFirst();
        assertEquals(3001, submitted.accesses().size());
        assertEquals("handle 3000", submitted.accesses().getLast().handle().name());
        assertEquals(2002, events.size());
        assertEquals(new TraceEvent.Dependency(1010, thread, 1, 9), events.getLast());
    }

    @Test
    void shouldReadTimesThatAreFarApartOrGoBack() throws Exception {
        long hours = 20_000_000_000_000L;
        at(1000).callbackBegan(fake.task(1));
        at(hours).callbackEnded(fake.task(1));
        at(hours + 5).launched(fake.task(2), fake.cpu, hours - 10);
        at(Long.MAX_VALUE - 1).slept(fake.cpu);
        assertEquals(
                List.of(1000L, hours, hours, Long.MAX_VALUE - 1),
                events(stopped()).stream().map(TraceEvent::time).toList());
    }

    @Test
    void shouldDescribeWorkersThatComeLater() throws Exception {
        Worker late = FakeRuntime.worker(300, "late", Architecture.OPENCL, 0);
        at(1000).joined(late, fake.context);
        Trace trace = stopped();
        TraceWorker expected = new TraceWorker(300, "late", "opencl", 0);
        assertEquals(List.of(new TraceEvent.Joined(1000, thread, expected, "default")), events(trace));
        assertEquals(expected, trace.workers().getLast());
    }

    @Test
    void shouldStopObservingWhenItIsStopped() throws Exception {
        recording.stop();
        assertEquals(null, fake.observer);
        recording.stop();
        assertEquals(false, recording.isRunning());
    }

    @Test
    void shouldSaveACopyWhileItGoesOn() throws Exception {
        at(1000).slept(fake.cpu);
        Path copy = folder.resolve("copy.bin");
        recording.save(copy);
        at(1010).woke(fake.cpu);
        Trace saved = Trace.open(copy);
        assertEquals(List.of(new TraceEvent.Slept(1000, thread, CPU)), events(saved));
        assertEquals(Optional.empty(), saved.cutOff());
        assertEquals(2, events(stopped()).size());
        recording.save(copy);
        assertEquals(2, events(Trace.open(copy)).size());
    }

    @Test
    void shouldSaveAndStopOnAnInterruptedThread() throws Exception {
        at(1000).slept(fake.cpu);
        Thread.currentThread().interrupt();
        recording.save(folder.resolve("copy.bin"));
        recording.stop();
        assertTrue(Thread.interrupted());
        assertEquals(Optional.empty(), recording.statistics().trouble());
        assertEquals(1, events(Trace.open(file)).size());
        assertEquals(1, events(Trace.open(folder.resolve("copy.bin"))).size());
    }
}
