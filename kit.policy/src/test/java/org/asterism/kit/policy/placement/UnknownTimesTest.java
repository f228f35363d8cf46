package org.asterism.kit.policy.placement;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that move no expected time, which a queue takes without its lock and puts in order later. */
class UnknownTimesTest {
    private static final List<Traits> ALL = List.of(
            Family.DM, Family.DMDA, Family.DMDAP, Family.DMDAR, Family.DMDAS, Family.DMDASD, Family.DMDAP.withTeams());

    private static final Traits SORTED_ALONE = Family.DMDAP;
    private static final int NODE = 1;
    private static final int PUSHERS = 2;
    private static final int TASKS = 4_000;
    private static final Codelet READ = Codelet.named("read")
            .access(Access.R)
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, Scene.ELSEWHERE)
            .build();

    // The policy.

    private static Scene scene(Traits traits, String... properties) {
        return new Scene(traits, properties).cpus(1).times(0, 0);
    }

    private static void push(Scene scene, long id, int priority) {
        scene.policy.push(new FakeTask(id, Scene.WORK, priority));
    }

    private static void expect(String what, Scene scene, long... ids) {
        for (long id : ids) {
            Task task = scene.pop(0);
            assertNotNull(task, () -> what + ": " + id + " is missing");
            assertEquals(id, task.id(), what);
        }
    }

    @Test
    void shouldTakeTasksInTheOrderInWhichTheyCame() {
        for (Traits traits : ALL) {
            Scene scene = scene(traits);
            for (int id = 1; id <= 5; id++) {
                push(scene, id, 0);
            }
            expect(traits.toString(), scene, 1, 2);
            push(scene, 6, 0);
            expect(traits.toString(), scene, 3, 4, 5, 6);
            assertNull(scene.pop(0));
        }
    }

    @Test
    void shouldTakeTheMoreUrgentTaskThatCameLater() {
        for (Traits traits : ALL) {
            Scene scene = scene(traits);
            push(scene, 1, 1);
            push(scene, 2, 1);
            expect(traits.toString(), scene, 1);
            push(scene, 3, 1);
            push(scene, 4, 5);
            push(scene, 5, 0);
            if (traits.sorted()) {
                expect(traits.toString(), scene, 4, 2, 3, 5);
            } else {
                expect(traits.toString(), scene, 2, 3, 4, 5);
            }
        }
    }

    /** The queue has noted a higher priority, whose task was taken meanwhile or waits still. */
    @Test
    void shouldTakeTheMoreUrgentTaskAfterOthersThatWereMoreUrgentStill() {
        for (Traits traits : ALL) {
            if (!traits.sorted()) {
                continue;
            }
            Scene scene = scene(traits);
            push(scene, 1, 9);
            expect(traits.toString(), scene, 1);
            push(scene, 2, 1);
            push(scene, 3, 1);
            push(scene, 4, 1);
            expect(traits.toString(), scene, 2);
            push(scene, 5, 5);
            expect(traits.toString(), scene, 5);
            push(scene, 6, 3);
            push(scene, 7, 7);
            push(scene, 8, 2);
            expect(traits.toString(), scene, 7, 6, 8, 3, 4);
        }
    }

    @Test
    void shouldTakeAMoreUrgentTaskOfKnownDurationBeforeThoseThatCameBefore() {
        for (Traits traits : ALL) {
            Scene scene = scene(traits);
            scene.predictor.times((task, worker, number) -> task.id() % 2 == 0 ? 10 : 0);
            push(scene, 1, 1);
            push(scene, 2, 2);
            push(scene, 3, 3);
            push(scene, 4, 3);
            if (traits.sorted()) {
                expect(traits.toString(), scene, 3, 4, 2, 1);
            } else {
                expect(traits.toString(), scene, 1, 2, 3, 4);
            }
        }
    }

    @Test
    void shouldChooseAmongThoseThatHaveJustComeTheTaskWhoseDataAreThere() {
        for (Traits traits : List.of(Family.DMDAR, Family.DMDAS, Family.DMDASD)) {
            Scene scene = new Scene(traits, "prefetch=false").gpus(1).times(0, 0);
            FakeData data = scene.data;
            scene.policy.push(new FakeTask(1, READ, 0).data(data.of(100)));
            scene.policy.push(new FakeTask(2, READ, 0).data(data.of(50)));
            expect(traits + ", none waits", scene, 2);
            scene.policy.push(new FakeTask(3, READ, 0).data(data.on(NODE, data.of(100))));
            expect(traits + ", one waits", scene, 3, 1);
        }
    }

    @Test
    void shouldLookNoFurtherThanAWindowOfOneTask() {
        Scene scene =
                new Scene(Family.DMDAR, "prefetch=false", "window=1").gpus(1).times(0, 0);
        FakeData data = scene.data;
        scene.policy.push(new FakeTask(1, READ, 0).data(data.of(100)));
        scene.policy.push(new FakeTask(2, READ, 0).data(data.on(NODE, data.of(100))));
        expect("window=1", scene, 1, 2);
    }

    @Test
    void shouldNotTakeATaskThatItsProgramRefusesTheWorker() {
        Scene scene = new Scene(Family.DM).cpus(2).times(0, 0);
        boolean[] isRefused = {false};
        scene.policy.push(new FakeTask(1, Scene.WORK, 0).where((Worker worker) -> !isRefused[0] || worker.id() == 1));
        isRefused[0] = true;
        push(scene, 2, 0);
        push(scene, 3, 0);
        assertEquals(3, scene.pop(0).id());
        assertNull(scene.pop(0));
        assertEquals(2, scene.pop(1).id());
        assertEquals(1, scene.pop(1).id());
    }

    @Test
    void shouldDrainTasksThatHaveJustComeInTheOrderOfTheirPushes() {
        for (Traits traits : ALL) {
            Scene scene = new Scene(traits).cpus(3).times(0, 0);
            for (int id = 1; id <= 10; id++) {
                push(scene, id, id % 3);
            }
            List<Long> drained = new ArrayList<>();
            scene.policy.drain(task -> drained.add(task.id()));
            assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L), drained, traits.toString());
            assertNull(scene.pop(0));
        }
    }

    @Test
    void shouldPlaceAnewTheTasksThatHaveJustComeToAWorkerThatLeaves() {
        for (Traits traits : ALL) {
            Scene scene = new Scene(traits).cpus(2).times(0, 0);
            for (int id = 1; id <= 6; id++) {
                push(scene, id, 0);
            }
            Worker leaves = scene.workers.remove(1);
            scene.context.setWorkers(scene.workers);
            scene.policy.removeWorkers(List.of(leaves));
            expect(traits.toString(), scene, 1, 3, 5, 2, 4, 6);
            assertNull(scene.pop(0));
        }
    }

    @Test
    void shouldPlaceTasksWithTheWorkerOfTheLeastLoadWhateverHasBeenPutInOrder() {
        for (int mostScanned : new int[] {0, LeastCostPolicy.MOST_SCANNED}) {
            for (Traits traits : ALL) {
                Scene scene = new Scene(traits, () -> Weights.USUAL, mostScanned).times(0, 0);
                scene.predictor.kinds(worker -> 0);
                scene.add(new FakeWorker(0, Architecture.CPU), new FakeWorker(1, Architecture.CPU));
                String what = traits + ", " + mostScanned;
                assertEquals(List.of(0, 1, 0, 1, 0), scene.push(5), what);
                scene.begin(0); // and its other two wait in order
                assertEquals(1, scene.push(), what); // 2 + 4 against 2 * 2: its two have just come
                assertEquals(0, scene.push(), what); // 5 against 6
                assertEquals(1, scene.push(), what); // 7 against 6
            }
        }
    }

    /** Against a list. The seed repeats a run with {@code -Dasterism.seed=N}. */
    @Test
    void shouldTakeTasksOfKnownAndUnknownDurationByPriorityAndAge() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println(
                "shouldTakeTasksOfKnownAndUnknownDurationByPriorityAndAge: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            for (Traits traits : ALL) {
                comparePops(traits, random, "seed " + seed + ", round " + round + ", " + traits);
            }
        }
    }

    private static void comparePops(Traits traits, Random random, String where) {
        Scene scene = new Scene(traits).gpus(1).times(0, 0);
        scene.predictor.times((task, worker, number) -> task.id() % 3 == 0 ? 10 : 0);
        DataHandle data = scene.data.on(NODE, scene.data.of(1)); // some are prefetched, and all are there
        List<FakeTask> model = new ArrayList<>();
        long pushed = 0;
        int number = 1 + random.nextInt(4);
        for (int step = 0; step < 200; step++) {
            if (random.nextInt(5) < 3) {
                int priority = random.nextInt(number);
                FakeTask task = random.nextInt(4) == 0
                        ? new FakeTask(++pushed, READ, priority).data(data)
                        : new FakeTask(++pushed, Scene.WORK, priority);
                int at = model.size();
                while (traits.sorted() && at > 0 && model.get(at - 1).priority() < priority) {
                    at--;
                }
                model.add(at, task);
                scene.policy.push(task);
            } else {
                Task expected = model.isEmpty() ? null : model.removeFirst();
                assertEquals(expected, scene.pop(0), where + ", step " + step);
                if (expected != null) {
                    scene.policy.beforeExecution(expected, scene.worker(0));
                    scene.end(0, expected);
                }
            }
            scene.pass(random.nextInt(7));
        }
    }

    @Test
    void shouldNotCountATaskThatHasEndedWhenItsWorkerPushesTheNextOne() {
        for (Traits traits : ALL) {
            Scene scene = new Scene(traits).cpus(2).times(0, 0);
            scene.push(2);
            List<FakeTask> running = List.of((FakeTask) scene.pop(0), (FakeTask) scene.pop(1));
            List<Boolean> followed = new ArrayList<>();
            for (FakeTask task : running) {
                followed.add(scene.policy.followsExecution(task, scene.worker(followed.size())));
                task.setState(TaskState.RUNNING);
            }
            assertEquals(traits.teams(), followed.getLast(), traits.toString());
            running.getLast().setState(TaskState.DONE);
            if (followed.getLast()) {
                scene.end(1, running.getLast());
            }
            FakeWorker here = scene.workers.get(1);
            List<Integer> went = new ArrayList<>();
            scene.context.popAs(here, () -> went.add(scene.push()));
            assertEquals(List.of(1), went, traits + ": worker 0 is still busy");
        }
    }

    @Test
    void shouldFollowAllTasksOfAWorkerThatAProgramHasGivenOne() {
        for (Traits traits : ALL) {
            Scene scene = scene(traits);
            push(scene, 1, 0);
            push(scene, 2, 0);
            Task first = scene.pop(0);
            assertEquals(traits.teams(), scene.policy.followsExecution(first, scene.worker(0)), traits.toString());
            scene.policy.pushedTo(new FakeTask(3, Scene.WORK, 0), scene.worker(0));
            Task second = scene.pop(0);
            assertTrue(scene.policy.followsExecution(second, scene.worker(0)), traits.toString());
        }
    }

    // A queue.

    private static WorkerQueue queue(Traits traits) {
        WorkerQueue queue = new WorkerQueue(new FakeWorker(0, Architecture.CPU), traits, 0);
        new WorkerGroup(
                new RunnerGroup.Alike(0, Architecture.CPU, 0, 1, 1),
                new WorkerQueue[] {queue},
                LeastCostPolicy.MOST_SCANNED);
        return queue;
    }

    private static void place(WorkerQueue queue, long id, int priority, long now, long length) {
        queue.placeAndAdd(new FakeTask(id, Scene.WORK, priority), id, now, length, 0);
    }

    @Test
    void shouldCountATaskThatHasComeAsOneThatWaits() {
        WorkerQueue queue = queue(SORTED_ALONE);
        assertTrue(queue.isEmpty());
        for (int count = 1; count <= 3; count++) {
            place(queue, count, 0, 0, 0);
            assertFalse(queue.isEmpty());
            assertEquals(2 * count, queue.load());
        }
        queue.first(); // they are in order now
        assertEquals(6, queue.load());
        place(queue, 4, 0, 0, 0);
        assertEquals(8, queue.load());
        queue.takeFirst(0);
        assertEquals(7, queue.load());
    }

    @Test
    void shouldCountTheTasksThatHaveComeAmongThoseAhead() {
        for (boolean ranged : new boolean[] {false, true}) {
            WorkerQueue queue = queue(SORTED_ALONE);
            place(queue, 1, 0, 0, 0);
            place(queue, 2, 5, 0, 0);
            place(queue, 3, 5, 0, 0);
            assertEquals(ranged ? 2 : 3 + 2, queue.loadAhead(3, ranged));
            place(queue, 4, 4, 0, 0);
            assertEquals(ranged ? 3 : 4 + 3, queue.loadAhead(3, ranged));
        }
    }

    /** Whether a new task would be the last, so that what was taken counts, depends on those that have come, too. */
    @Test
    void shouldTellTheTimeAheadByTheTasksThatHaveCome() {
        WorkerQueue queue = queue(SORTED_ALONE);
        place(queue, 1, 5, 0, 7);
        queue.takeFirst(0);
        place(queue, 2, 5, 0, 10);
        assertEquals(17, queue.lengthAhead(3, false));
        place(queue, 3, 1, 0, 0);
        assertEquals(10, queue.lengthAhead(3, false));
    }

    @Test
    void shouldBoundTheTimeAheadByTheTasksThatHaveCome() {
        WorkerQueue queue = queue(SORTED_ALONE);
        place(queue, 1, 5, 0, 7);
        queue.takeFirst(0);
        place(queue, 2, 5, 0, 10);
        place(queue, 3, 1, 0, 0);
        long[] lengths = new long[2];
        queue.lengthsAtLeast(new int[] {3}, false, lengths);
        assertArrayEquals(new long[] {10, 0}, lengths);
    }

    @Test
    void shouldCopyTheTasksThatHaveComeToo() {
        WorkerQueue queue = queue(Family.DMDAR);
        place(queue, 1, 0, 0, 0);
        Placed first = queue.first();
        place(queue, 2, 0, 0, 0);
        place(queue, 3, 0, 0, 0);
        Placed[] copies = new Placed[4];
        assertEquals(3, queue.copy(first, copies));
        assertArrayEquals(
                new long[] {1, 2, 3},
                Arrays.stream(copies, 0, 3).mapToLong(copy -> copy.task.id()).toArray());
    }

    @Test
    void shouldNotTakeATaskWithoutTheTimeIfItMovesAnExpectedOne() {
        WorkerQueue queue = queue(SORTED_ALONE);
        assertFalse(queue.keepsTime());
        place(queue, 1, 0, 0, 10);
        assertTrue(queue.keepsTime());
        assertNull(queue.takeFirst(WorkerQueue.UNCHANGED));
        assertEquals(1, queue.takeFirst(20).id());
        assertEquals(20, queue.start());
    }

    @Test
    void shouldForgetTheWorkThatWasGivenToTheWorkerWhenItTakesATaskOfUnknownDuration() {
        WorkerQueue queue = queue(SORTED_ALONE);
        queue.give(0, 100, 0);
        place(queue, 1, 0, 0, 0);
        assertTrue(queue.keepsTime());
        assertNull(queue.takeFirst(WorkerQueue.UNCHANGED));
        assertEquals(1, queue.takeFirst(10).id());
        assertEquals(10, queue.start());
    }

    @Test
    void shouldNeedNoTimeForATaskThatMovesNone() {
        WorkerQueue queue = queue(SORTED_ALONE);
        place(queue, 1, 0, 30, 0);
        assertFalse(queue.keepsTime());
        assertEquals(1, queue.takeFirst(WorkerQueue.UNCHANGED).id());
        assertEquals(0, queue.start());
        assertEquals(0, queue.length());
        assertEquals(40, queue.ready(40));
    }

    // Many threads.

    /**
     * A worker that begins to pop after a push finds a task, although a third thread puts tasks in order for its
     * decisions: so a worker that sleeps when it finds none loses none.
     */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldGiveEachTaskOnceAndInTimeToTheWorker() throws InterruptedException {
        for (Traits traits : List.of(Family.DM, Family.DMDAP, Family.DMDASD)) {
            for (boolean mixed : new boolean[] {false, true}) {
                for (boolean asked : new boolean[] {false, true}) {
                    runAll(traits, mixed, asked);
                }
            }
        }
    }

    private static void runAll(Traits traits, boolean mixed, boolean asked) throws InterruptedException {
        String what = traits + (mixed ? ", some of known duration" : "") + (asked ? ", with questions" : "");
        WorkerQueue queue = queue(traits);
        AtomicInteger pushed = new AtomicInteger();
        AtomicInteger popped = new AtomicInteger();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int pusher = 0; pusher < PUSHERS; pusher++) {
            int first = pusher;
            threads.add(thread(failures, () -> {
                for (int id = first; id < TASKS; id += PUSHERS) {
                    while (id / PUSHERS % 8 == 0 && pushed.get() > popped.get() && failures.isEmpty()) {
                        Thread.yield(); // so that the queue is empty from time to time
                    }
                    place(queue, id, id / PUSHERS % 3, 0, mixed && id % 5 == 0 ? 10 : 0);
                    pushed.incrementAndGet();
                }
            }));
        }
        if (asked) {
            threads.add(thread(failures, () -> {
                for (int priority = 0; popped.get() < TASKS && failures.isEmpty(); priority = (priority + 1) % 3) {
                    queue.loadAhead(priority, false);
                    queue.lengthAhead(priority, true);
                    Thread.yield(); // the others take the lock, too
                }
            }));
        }
        threads.add(thread(failures, () -> popAll(what, traits, queue, pushed, popped)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(failures.isEmpty(), () -> failures.peek().toString());
        assertEquals(TASKS, popped.get(), what); // each of them: see popAll
        assertTrue(queue.isEmpty(), what);
        assertEquals(0, queue.load(), what);
        assertEquals(0, queue.length(), what);
    }

    /** Takes all tasks, those of one thread and priority in their order, and finds one whenever one is there. */
    private static void popAll(
            String what, Traits traits, WorkerQueue queue, AtomicInteger pushed, AtomicInteger popped) {
        Map<Integer, Long> last = new HashMap<>();
        while (popped.get() < TASKS) {
            int there = pushed.get() - popped.get();
            Task task = queue.isEmpty() ? null : queue.takeFirst(1);
            if (task == null) {
                assertTrue(there <= 0, () -> what + ": the worker finds none of " + there);
                Thread.yield();
                continue;
            }
            int kind = (int) (task.id() % PUSHERS) * 3 + task.priority();
            Long before = last.put(traits.sorted() ? kind : (int) (task.id() % PUSHERS), task.id());
            assertTrue(before == null || before < task.id(), () -> what + ": " + task + " after " + before);
            queue.begin(task, () -> 1);
            queue.end(task, () -> 1);
            popped.incrementAndGet();
        }
    }

    private static Thread thread(ConcurrentLinkedQueue<Throwable> failures, Runnable body) {
        return Thread.ofPlatform().daemon().unstarted(() -> {
            try {
                body.run();
            } catch (Throwable thrown) {
                failures.add(thrown);
            }
        });
    }
}
