package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToIntFunction;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class TaskStoreTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();
    private static final Codelet CUDA =
            Codelet.named("cuda").implementation(Architecture.CUDA, ELSEWHERE).build();
    private static final Codelet EITHER = Codelet.named("either")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, ELSEWHERE)
            .build();
    private static final List<Codelet> CODELETS = List.of(CPU, CUDA, EITHER);

    private final FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
    private final FakeWorker cpu = new FakeWorker(0, Architecture.CPU);
    private final FakeWorker otherCpu = new FakeWorker(1, Architecture.CPU);
    private final FakeWorker cuda = new FakeWorker(2, Architecture.CUDA);

    private FakeTask task(int id, Codelet codelet, int priority) {
        FakeTask task = new FakeTask(id, codelet, priority);
        context.stamp(task, id);
        return task;
    }

    private TaskStore store(ToIntFunction<Task> rank) {
        return new TaskStore(context, rank);
    }

    private TaskStore holding(Task... tasks) {
        TaskStore store = store(Task::priority);
        for (Task task : tasks) {
            store.add(task);
        }
        return store;
    }

    @Test
    void shouldGiveBackATaskBeforeThoseThatCameLater() {
        FakeTask first = task(1, CPU, 0);
        FakeTask second = task(2, CPU, 0);
        TaskStore store = holding(first, second);
        assertSame(first, store.takeFor(cpu));
        assertSame(second, store.takeFor(cpu));
        FakeTask third = task(3, CPU, 0);
        store.add(third);
        store.putBack(second);
        store.putBack(first);
        assertEquals(3, store.size());
        assertEquals(List.of(first, second, third), takeAllFor(store, cpu));
    }

    @Test
    void shouldPutATaskBackBeforeOthersOfTheSameStamp() {
        FakeTask first = new FakeTask(1, CPU, 0);
        FakeTask second = new FakeTask(2, CPU, 0);
        FakeTask third = new FakeTask(3, CPU, 0);
        TaskStore store = holding(first, second, third);
        assertSame(first, store.takeFor(cpu));
        assertSame(second, store.takeFor(cpu));
        store.putBack(second);
        store.putBack(first);
        assertEquals(List.of(first, second, third), takeAllFor(store, cpu));
    }

    @Test
    void shouldKeepTheOrderOfStampsWhateverTheOrderOfAdding() {
        FakeTask first = task(1, CPU, 0);
        FakeTask second = task(2, CPU, 0);
        FakeTask third = task(3, CPU, 0);
        assertEquals(List.of(first, second, third), takeAllFor(holding(second, third, first), cpu));
    }

    @Test
    void shouldNotConfuseRestrictedTasksOfOneStamp() {
        FakeTask one = new FakeTask(1, CPU, 0).where((Worker worker) -> true);
        FakeTask other = new FakeTask(2, CPU, 0).where((Worker worker) -> true);
        assertEquals(List.of(one, other), takeAllFor(holding(one, other), cpu));
    }

    @Test
    void shouldLetThievesTakeTheLastOfTheHighestRank() {
        FakeTask low = task(9, CPU, 0);
        FakeTask first = task(1, CPU, 3);
        FakeTask second = task(2, EITHER, 3);
        FakeTask third = task(3, CPU, 3);
        FakeTask notMine = task(4, CUDA, 7);
        FakeTask restricted = task(5, CPU, 3).where((Worker worker) -> worker == otherCpu);
        TaskStore store = holding(low, first, second, third, notMine, restricted);
        assertSame(restricted, store.stealFor(otherCpu));
        assertSame(third, store.stealFor(cpu));
        assertSame(second, store.stealFor(cpu));
        assertSame(first, store.stealFor(cpu));
        assertSame(low, store.stealFor(cpu));
        assertNull(store.stealFor(cpu));
        assertFalse(store.isEmpty());
        assertSame(notMine, store.stealFor(cuda));
        assertTrue(store.isEmpty());
    }

    private static List<Task> takeAllFor(TaskStore store, Worker worker) {
        List<Task> taken = new ArrayList<>();
        for (Task task = store.takeFor(worker); task != null; task = store.takeFor(worker)) {
            taken.add(task);
        }
        return taken;
    }

    // Rounds.

    @Test
    void shouldGoOnWithOtherKindsWhenTheFirstOfOneIsRefused() {
        FakeTask forCuda = task(1, CUDA, 0);
        FakeTask nextForCuda = task(2, CUDA, 0);
        FakeTask forCpu = task(3, CPU, 0);
        FakeTask forEither = task(4, EITHER, 0);
        TaskStore store = holding(forCuda, nextForCuda, forCpu, forEither);
        TaskStore.Round round = store.round(null);
        assertSame(forCuda, store.takeFirst(round));
        store.refuse(round, forCuda, 0);
        assertSame(forCpu, store.takeFirst(round));
        store.refuse(round, forCpu, 0);
        assertSame(forEither, store.takeFirst(round));
        assertNull(store.takeFirst(round));
        assertEquals(List.of(forCuda, nextForCuda), takeAllFor(store, cuda));
        assertEquals(List.of(forCpu), takeAllFor(store, cpu));
    }

    @Test
    void shouldTakeTheFirstOfAllKindsInARound() {
        FakeTask urgent = task(5, CUDA, 7);
        FakeTask restricted = task(2, CPU, 3).where((Worker worker) -> worker == otherCpu);
        FakeTask early = task(1, CPU, 3);
        FakeTask late = task(6, EITHER, 3);
        TaskStore store = holding(late, urgent, restricted, early);
        TaskStore.Round round = store.round(cpu);
        List<Task> taken = new ArrayList<>();
        for (Task task = store.takeFirst(round); task != null; task = store.takeFirst(round)) {
            taken.add(task);
        }
        assertEquals(List.of(urgent, early, restricted, late), taken);
    }

    @Test
    void shouldOfferEachRestrictedTaskOnceButNotAllOfThousandsToSomebodyElse() {
        TaskStore store = store(Task::priority);
        for (int id = 0; id < 1000; id++) {
            store.add(task(id, CPU, 0).where((Worker worker) -> worker == cpu));
        }
        FakeTask mine = task(1000, CPU, 0).where((Worker worker) -> worker == otherCpu);
        store.add(mine);
        TaskStore.Round round = store.round(otherCpu);
        int offered = 0;
        for (Task task = store.takeFirst(round); task != mine; task = store.takeFirst(round)) {
            store.refuse(round, task, 0);
            assertTrue(++offered <= 16, "more than enough tasks were offered in vain");
        }
        store.refuse(round, mine, 0);
        assertNull(store.takeFirst(round), "who asks is full");
        assertEquals(1001, store.size());
    }

    @Test
    void shouldOnlyTakeTasksOfTheKindOfANewOne() {
        FakeTask forCuda = task(1, CUDA, 0);
        FakeTask forCpu = task(2, CPU, 0);
        FakeTask restricted = task(3, CPU, 0).where((Worker worker) -> true);
        TaskStore store = holding(forCuda, forCpu, restricted);
        TaskStore.Round round = store.roundFor(forCpu);
        assertSame(forCpu, store.takeFirst(round));
        assertNull(store.takeFirst(round));
        TaskStore.Round another = store.roundFor(restricted);
        assertSame(restricted, store.takeFirst(another));
        assertNull(store.takeFirst(another));
        assertEquals(1, store.size());
    }

    @Test
    void shouldFindNothingLikeANewTaskThatHasEndedAndAnswersOtherwise() {
        FakeTask ended = task(1, EITHER, 0).where(Architecture.CPU);
        TaskStore store = holding(ended, task(2, CUDA, 0));
        assertSame(ended, store.takeFor(cpu));
        ended.where(Architecture.CPU, Architecture.CUDA);
        assertNull(store.takeFirst(store.roundFor(ended)));
        assertEquals(1, store.size());
    }

    @Test
    void shouldKnowWhenAnOfferWouldBeInVain() {
        FakeTask first = task(1, CPU, 0);
        FakeTask second = task(2, CPU, 0);
        TaskStore store = holding(first, second);
        assertFalse(store.isRefused(second, 7), "nothing was refused yet");
        TaskStore.Round round = store.round(null);
        store.refuse(round, store.takeFirst(round), 7);
        assertTrue(store.isRefused(second, 7));
        assertFalse(store.isRefused(second, 8), "there was room since");
        FakeTask urgent = task(3, CPU, 1);
        store.add(urgent);
        assertFalse(store.isRefused(urgent, 7), "it comes before the one that was refused");
        assertSame(urgent, store.takeFor(cpu));
        assertSame(first, store.takeFor(cpu));
        assertFalse(store.isRefused(second, 7), "the one that was refused has gone");
        FakeTask forCuda = task(4, CUDA, 0);
        store.add(forCuda);
        assertFalse(store.isRefused(forCuda, 7), "another kind");
    }

    // Choosing.

    @Test
    void shouldShowCandidatesOfTheHighestRankOrOfAll() {
        FakeTask low = task(1, CPU, 0);
        FakeTask high = task(2, EITHER, 5);
        FakeTask alsoHigh = task(3, CPU, 5).where((Worker worker) -> worker == cpu);
        FakeTask notMine = task(4, CUDA, 9);
        TaskStore store = holding(low, high, alsoHigh, notMine);
        assertEquals(Set.of(high, alsoHigh), look(store, cpu, false, 10));
        assertEquals(Set.of(high), look(store, otherCpu, false, 10));
        assertEquals(Set.of(low, high), look(store, otherCpu, true, 10));
        assertEquals(Set.of(notMine), look(store, cuda, false, 10));
        store.add(task(5, EITHER, 5));
        assertEquals(Set.of(high, alsoHigh), look(store, cpu, false, 1), "one of each kind");
        TaskStore.Candidates found = new TaskStore.Candidates();
        store.look(otherCpu, true, 1, found);
        int place = found.task(0) == high ? 0 : 1;
        assertTrue(found.isBefore(place, 1 - place));
        assertTrue(store.take(found, place));
        assertFalse(store.take(found, place), "it has gone");
        assertEquals(4, store.size());
    }

    @Test
    void shouldTakeCandidatesThatAnswerOtherwiseThanWhenTheyWereAdded() {
        FakeTask restrictedByNow = task(1, CPU, 0);
        FakeTask forOthersByNow = task(2, EITHER, 0);
        TaskStore store = holding(restrictedByNow, forOthersByNow);
        restrictedByNow.where((Worker worker) -> true);
        forOthersByNow.where(Architecture.CUDA);
        TaskStore.Candidates found = new TaskStore.Candidates();
        store.look(cpu, false, 10, found);
        assertEquals(2, found.size());
        assertTrue(store.take(found, 0));
        assertTrue(store.take(found, 1));
        assertTrue(store.isEmpty());
    }

    private static Set<Task> look(TaskStore store, Worker worker, boolean allRanks, int most) {
        TaskStore.Candidates found = new TaskStore.Candidates();
        store.look(worker, allRanks, most, found);
        Set<Task> tasks = new HashSet<>();
        for (int index = 0; index < found.size(); index++) {
            tasks.add(found.task(index));
        }
        found.clear();
        assertEquals(0, found.size());
        return tasks;
    }

    // All together.

    /** Against a sorted set. The seed is shown by a failure and repeated with {@code -Dasterism.seed=N}. */
    @Test
    void shouldBehaveAsASortedSetDoes() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        for (ToIntFunction<Task> rank : List.<ToIntFunction<Task>>of(task -> 0, Task::priority)) {
            Random random = new Random(seed);
            TaskStore store = store(rank);
            TreeSet<FakeTask> model = new TreeSet<>(Comparator.<FakeTask>comparingInt(task -> -rank.applyAsInt(task))
                    .thenComparingLong(context::stamp));
            List<FakeTask> out = new ArrayList<>();
            for (int step = 0; step < 20_000; step++) {
                FakeWorker worker = List.of(cpu, otherCpu, cuda).get(random.nextInt(3));
                boolean growing = (step / 3000) % 2 == 0;
                switch (random.nextInt(growing ? 5 : 8)) {
                    case 0, 1, 2 -> {
                        FakeTask added = task(
                                step + random.nextInt(3) * 20_000,
                                CODELETS.get(random.nextInt(3)),
                                random.nextInt(3) - 1);
                        if (random.nextInt(5) == 0) {
                            int not = random.nextInt(3);
                            added.where((Worker each) -> each.id() != not);
                        }
                        store.add(added);
                        model.add(added);
                    }
                    case 3 -> {
                        if (!out.isEmpty()) {
                            FakeTask back = out.remove(random.nextInt(out.size()));
                            store.putBack(back);
                            model.add(back);
                        }
                    }
                    case 4 -> {
                        FakeTask expected = model.isEmpty() ? null : model.first();
                        TaskStore.Round round = store.round(null);
                        assertSame(expected, store.takeFirst(round), "seed " + seed + ", step " + step);
                        if (expected != null && random.nextBoolean()) {
                            store.refuse(round, expected, step);
                        } else if (expected != null) {
                            model.remove(expected);
                        }
                    }
                    default -> {
                        FakeTask expected = model.stream()
                                .filter(worker::canExecute)
                                .findFirst()
                                .orElse(null);
                        assertSame(expected, store.takeFor(worker), "seed " + seed + ", step " + step);
                        if (expected != null) {
                            model.remove(expected);
                            out.add(expected);
                        }
                    }
                }
                assertEquals(model.size(), store.size(), "seed " + seed + ", step " + step);
            }
            List<Task> drained = new ArrayList<>();
            store.takeAll(drained::add);
            assertEquals(
                    model.stream()
                            .sorted(Comparator.comparingLong(context::stamp))
                            .toList(),
                    drained,
                    "seed " + seed);
        }
    }

    @Test
    void shouldGiveEachTaskOnceToMany() throws InterruptedException {
        int tasks = 30_000;
        TaskStore store = store(task -> task.id() % 7 == 0 ? 1 : 0);
        AtomicIntegerArray given = new AtomicIntegerArray(tasks);
        AtomicInteger left = new AtomicInteger(tasks);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int adder = 0; adder < 2; adder++) {
            int first = adder;
            threads.add(new Thread(() -> {
                for (int id = first; id < tasks; id += 2) {
                    FakeTask task = task(id, CODELETS.get(id % 3), 0);
                    if (id % 11 == 0) {
                        task.where((Worker worker) -> worker.id() != 0);
                    }
                    store.add(task);
                }
            }));
        }
        for (FakeWorker worker : List.of(cpu, otherCpu, cuda)) {
            threads.add(new Thread(() -> {
                for (int turn = worker.id(); left.get() > 0 && failure.get() == null; turn++) {
                    Task task;
                    if (turn % 3 == 0) {
                        task = store.takeFor(worker);
                    } else {
                        TaskStore.Round round = store.round(worker);
                        task = store.takeFirst(round);
                        if (task != null && (turn % 3 == 1 || !worker.canExecute(task))) {
                            store.refuse(round, task, 0);
                            task = null;
                        }
                    }
                    if (task != null && (!worker.canExecute(task) || given.incrementAndGet((int) task.id()) > 1)) {
                        failure.set(new AssertionError(worker + " was given " + task));
                    }
                    if (task != null) {
                        left.decrementAndGet();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((dead, thrown) -> failure.set(thrown));
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join(60_000);
        }
        assertNull(failure.get());
        assertEquals(0, left.get(), "tasks that were lost");
        assertEquals(0, store.size());
    }
}
