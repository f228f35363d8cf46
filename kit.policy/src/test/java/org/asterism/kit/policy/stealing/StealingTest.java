package org.asterism.kit.policy.stealing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.asterism.tck.VirtualEvents;
import org.junit.jupiter.api.Test;

/** Who is given which task; with workers that pop when the test says so. */
class StealingTest {
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();
    private static final Codelet CUDA = Codelet.named("cuda")
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();
    private static final Codelet ANYWHERE = Codelet.named("anywhere")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    private FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
    private List<FakeWorker> workers = List.of();
    private SchedulingPolicy policy = new StealingPolicy(context, VictimOrder.IN_TURN);
    private long ids;

    private void begin(int cores) {
        begin(IntStream.range(0, cores)
                .mapToObj(id -> new FakeWorker(id, Architecture.CPU))
                .toList());
    }

    private void begin(List<FakeWorker> all) {
        workers = all;
        context.setWorkers(workers);
        policy.addWorkers(List.copyOf(workers));
    }

    private FakeTask task(int priority) {
        return new FakeTask(ids++, CPU, priority);
    }

    /** Has a worker release tasks and take the first of them, so that it is busy and has the others in its queue. */
    private List<FakeTask> busyWith(int worker, int... priorities) {
        FakeTask own = task(1000);
        List<FakeTask> tasks = new ArrayList<>();
        context.runAs(workers.get(worker), () -> {
            policy.push(own);
            for (int priority : priorities) {
                FakeTask task = task(priority);
                tasks.add(task);
                policy.push(task);
            }
        });
        assertSame(own, pop(worker));
        return tasks;
    }

    /** Makes a policy for a simulation. */
    private VirtualEvents inVirtualTime(Function<PolicyContext, VictimOrder> victims) {
        VirtualEvents clock = new VirtualEvents();
        context = new FakePolicyContext(Map.of(), clock);
        policy = new StealingPolicy(context, victims.apply(context));
        return clock;
    }

    /** Lets the first worker release tasks. */
    private void release(int count, Codelet codelet) {
        context.runAs(workers.get(0), () -> {
            for (int task = 0; task < count; task++) {
                policy.push(new FakeTask(ids++, codelet, 0));
            }
        });
    }

    private Task pop(int worker) {
        return policy.pop(workers.get(worker));
    }

    @Test
    void shouldKeepWhatAWorkerReleasesForItselfTheOldestOfTheHighestPriorityFirst() {
        begin(2);
        List<FakeTask> tasks = busyWith(1, 0, 5, 5, -3);
        assertSame(tasks.get(1), pop(1));
        assertSame(tasks.get(2), pop(1));
        assertSame(tasks.get(0), pop(1));
        assertSame(tasks.get(3), pop(1));
        assertNull(pop(1));
    }

    @Test
    void shouldStealTheNewestOfTheHighestPriority() {
        begin(2);
        List<FakeTask> tasks = busyWith(1, 0, 5, 5, -3);
        assertSame(tasks.get(2), pop(0));
        assertSame(tasks.get(1), pop(0));
        assertSame(tasks.get(0), pop(0));
    }

    @Test
    void shouldTakeHalfOfTheTasksAlongAndRunTheOldestOfThemNext() {
        begin(2);
        List<FakeTask> tasks = busyWith(1, 5, 5, 5, 5, 5, 0);
        assertSame(tasks.get(4), pop(0), "the newest of the highest priority");
        assertSame(tasks.get(2), pop(0));
        assertSame(tasks.get(3), pop(0));
        assertSame(tasks.get(0), pop(1), "the victim has kept the other half");
        assertSame(tasks.get(1), pop(0), "stolen again");
        List<Task> drained = new ArrayList<>();
        policy.drain(drained::add);
        assertEquals(List.of(tasks.get(5)), drained);
    }

    @Test
    void shouldDrainWhatAThiefHasTakenAlongInTheOrderOfPushes() {
        begin(2);
        List<FakeTask> tasks = busyWith(1, 5, 5, 5, 5, 5, 0);
        assertSame(tasks.get(4), pop(0));
        List<Task> drained = new ArrayList<>();
        policy.drain(drained::add);
        assertEquals(List.of(tasks.get(0), tasks.get(1), tasks.get(2), tasks.get(3), tasks.get(5)), drained);
    }

    @Test
    void shouldWakeASleeperForEachTaskThatAThiefHasTakenAlong() {
        begin(5);
        busyWith(1, 0, 0, 0, 0, 0);
        workers.forEach(FakeWorker::fallAsleep); // also the thief, which looks once more
        workers.get(1).wakeUp();
        context.runAs(workers.get(0), () -> assertNotNull(pop(0)));
        assertTrue(workers.get(0).isAsleep(), "the thief itself");
        assertFalse(workers.get(2).isAsleep());
        assertFalse(workers.get(3).isAsleep());
        assertTrue(workers.get(4).isAsleep(), "only two were taken along");
    }

    @Test
    void shouldTakeNoTasksAlongToAnotherArchitecture() {
        begin(List.of(new FakeWorker(0, Architecture.CPU, 0), new FakeWorker(1, Architecture.CUDA, 0)));
        release(5, ANYWHERE);
        assertEquals(0, pop(0).id());
        assertEquals(4, pop(1).id());
        assertEquals(3, pop(1).id(), "the newest of the victim");
    }

    @Test
    void shouldTakeNoTasksAlongToAnotherMemoryNorInASimulation() {
        FakeWorker near = new FakeWorker(0, Architecture.CPU, 0);
        FakeWorker far = new FakeWorker(1, Architecture.CPU, 1);
        begin(List.of(near, far));
        List<FakeTask> tasks = busyWith(1, 0, 0, 0, 0, 0);
        assertSame(tasks.get(4), pop(0));
        assertSame(tasks.get(3), pop(0), "the newest of the victim");
        inVirtualTime(in -> VictimOrder.IN_TURN);
        begin(2);
        tasks = busyWith(1, 0, 0, 0, 0, 0);
        assertSame(tasks.get(4), pop(0));
        assertSame(tasks.get(3), pop(0), "the newest of the victim");
    }

    @Test
    void shouldDealOutWhatTheProgramPushesInTurnFromTheSecondWorkerOn() {
        begin(3);
        List<FakeTask> tasks = IntStream.range(0, 6).mapToObj(i -> task(0)).toList();
        tasks.forEach(policy::push);
        for (int round = 0; round < 2; round++) {
            assertSame(tasks.get(3 * round), pop(1));
            assertSame(tasks.get(3 * round + 1), pop(2));
            assertSame(tasks.get(3 * round + 2), pop(0));
        }
    }

    @Test
    void shouldDealToWorkersThatCanExecuteATaskOnly() {
        begin(List.of(
                new FakeWorker(0, Architecture.CUDA),
                new FakeWorker(1, Architecture.CPU),
                new FakeWorker(2, Architecture.CPU),
                new FakeWorker(3, Architecture.CUDA)));
        FakeTask first = new FakeTask(0, CUDA, 0);
        FakeTask second = new FakeTask(1, CUDA, 0);
        FakeTask only = task(0).where((Worker worker) -> worker.id() == 2);
        policy.push(first);
        policy.push(second);
        policy.push(only);
        assertNull(pop(1));
        assertSame(only, pop(2));
        assertSame(first, pop(3));
        assertSame(second, pop(0));
    }

    @Test
    void shouldGoRoundTheVictimsFromBehindTheLastOne() {
        begin(4);
        busyWith(1, 0, 0);
        busyWith(2, 0, 0);
        busyWith(3, 0, 0);
        long[] stolen = new long[6];
        for (int i = 0; i < 6; i++) {
            stolen[i] = pop(0).id();
        }
        // Of each worker's three tasks, numbered in the order of pushes, it runs the first itself.
        assertEquals(
                List.of(2L, 5L, 8L, 1L, 4L, 7L), Arrays.stream(stolen).boxed().toList());
    }

    @Test
    void shouldRobWorkersThatAreBusyBeforeThoseThatWillComeForTheirTasks() {
        begin(3);
        policy.push(task(9)); // dealt to worker 1, which has not asked for anything
        List<FakeTask> released = busyWith(2, 0);
        assertSame(released.getFirst(), pop(0));
        assertEquals(9, pop(0).priority());
    }

    @Test
    void shouldNotBeHeldUpByAVictimWhoseTasksItCannotExecute() {
        begin(List.of(
                new FakeWorker(0, Architecture.CPU),
                new FakeWorker(1, Architecture.CUDA),
                new FakeWorker(2, Architecture.CPU)));
        context.runAs(workers.get(1), () -> {
            policy.push(new FakeTask(100, CUDA, 5));
            policy.push(new FakeTask(101, CUDA, 9));
        });
        assertEquals(101, pop(1).id());
        FakeTask wanted = busyWith(2, 0).getFirst();
        assertSame(wanted, pop(0));
        assertNull(pop(0));
        assertEquals(100, pop(1).id());
    }

    @Test
    void shouldRobNeighboursFirstUnderLws() {
        // Pairs of workers share a cache: 0 and 1, 2 and 3.
        context.setNearest(worker -> Comparator.comparingInt(other -> other.id() ^ worker.id()));
        policy = new StealingPolicy(context, context::nearest);
        begin(4);
        FakeTask far = busyWith(0, 0).getFirst();
        List<FakeTask> close = busyWith(3, 0, 0);
        assertSame(close.get(1), pop(2));
        assertSame(close.get(0), pop(2));
        assertSame(far, pop(2));
    }

    @Test
    void shouldTakeTheTasksOfALeavingWorkerToOthersInTheirOrder() {
        begin(3);
        List<FakeTask> tasks = busyWith(1, 0, 0, 0, 0);
        context.setWorkers(List.of(workers.get(0), workers.get(2)));
        policy.removeWorkers(List.of(workers.get(1)));
        List<Task> drained = new ArrayList<>();
        policy.drain(drained::add);
        assertEquals(tasks, drained);
    }

    @Test
    void shouldRememberWhoIsBusyWhenWorkersCome() {
        begin(2);
        List<FakeTask> tasks = busyWith(1, 0);
        FakeWorker third = new FakeWorker(7, Architecture.CPU);
        workers = List.of(workers.get(0), workers.get(1), third);
        context.setWorkers(workers);
        policy.addWorkers(List.of(third));
        policy.push(task(5).where(worker -> worker.id() != 1)); // dealt to the third, which is not busy
        assertSame(tasks.getFirst(), pop(0));
    }

    @Test
    void shouldWakeAsManyThievesAsItIsTold() {
        for (int thieves : new int[] {1, 2, 3}) {
            context = new FakePolicyContext(Map.of("thieves", Integer.toString(thieves)), new VirtualClock());
            policy = new StealingPolicy(context, context::nearest);
            begin(5);
            workers.subList(1, 5).forEach(FakeWorker::fallAsleep);
            context.runAs(workers.get(0), () -> {
                policy.push(task(0));
                // One thief alone is left to the core, which counts on the worker itself for the first of its tasks.
                assertEquals(thieves == 1 ? 0 : thieves, context.wakeUps());
                policy.push(task(0));
                assertEquals(thieves == 1 ? 1 : Math.min(4, 2 * thieves), context.wakeUps());
            });
        }
        context = new FakePolicyContext(Map.of("thieves", "0"), new VirtualClock());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new StealingPolicy(context, VictimOrder.IN_TURN))
                .getMessage()
                .contains("thieves"));
    }

    @Test
    void shouldMakeADeviceLookAgainIfItMeetsAnotherAtItsVictimInVirtualTime() {
        VirtualEvents clock = inVirtualTime(in -> VictimOrder.IN_TURN);
        begin(List.of(
                new FakeWorker(0, Architecture.CPU),
                new FakeWorker(1, Architecture.CPU),
                new FakeWorker(2, Architecture.CUDA),
                new FakeWorker(3, Architecture.CUDA)));
        release(5, ANYWHERE);
        assertNotNull(pop(0));
        assertNotNull(pop(2));
        assertNotNull(pop(1), "a core");
        assertNull(pop(3), "the other device is there");
        workers.get(3).fallAsleep();
        clock.finish();
        assertEquals(1_000, clock.nanoTime());
        assertFalse(workers.get(3).isAsleep());
        assertNotNull(pop(3));
    }

    @Test
    void shouldNotTakeADeviceForAnotherThatLooksAtAQueueTwiceInVirtualTime() {
        VirtualEvents clock = inVirtualTime(in -> in::nearest);
        begin(List.of(new FakeWorker(0, Architecture.CUDA), new FakeWorker(1, Architecture.CUDA)));
        Codelet onlyFirst = Codelet.named("only first")
                .implementation(Architecture.CUDA, new Implementation() {})
                .condition((worker, task) -> worker.id() == 0)
                .build();
        release(2, onlyFirst);
        assertNotNull(pop(0));
        assertNull(pop(1));
        assertFalse(clock.next(), "nothing is planned");
    }

    @Test
    void shouldPlanNothingForDevicesThatHaveLeft() {
        VirtualEvents clock = inVirtualTime(in -> VictimOrder.IN_TURN);
        begin(List.of(
                new FakeWorker(0, Architecture.CPU),
                new FakeWorker(1, Architecture.CUDA),
                new FakeWorker(2, Architecture.CUDA),
                new FakeWorker(3, Architecture.CUDA)));
        release(5, ANYWHERE);
        assertNotNull(pop(0));
        assertNotNull(pop(1));
        assertNull(pop(2));
        assertNull(pop(3));
        policy.removeWorkers(List.of(workers.get(3)));
        assertTrue(clock.next(), "the other one looks again");
        assertFalse(clock.next());
        assertNotNull(pop(1));
        assertNull(pop(2));
        policy.drain(task -> {});
        assertFalse(clock.next());
    }

    @Test
    void shouldKeepNoDeviceFromItsVictimInRealTime() {
        begin(List.of(
                new FakeWorker(0, Architecture.CPU),
                new FakeWorker(1, Architecture.CUDA),
                new FakeWorker(2, Architecture.CUDA)));
        release(3, ANYWHERE);
        assertNotNull(pop(0));
        assertNotNull(pop(1));
        assertNotNull(pop(2));
    }

    @Test
    void shouldWakeTheWorkerThatATaskIsDealtTo() {
        begin(3);
        workers.forEach(FakeWorker::fallAsleep);
        policy.push(task(0));
        assertFalse(workers.get(1).isAsleep());
        assertTrue(workers.get(0).isAsleep() && workers.get(2).isAsleep());
    }

    @Test
    void shouldStealHoweverOftenTheThiefHasFoundTheQueueEmpty() {
        begin(2);
        for (int vainLooks = 0; vainLooks < 40; vainLooks++) { // some of them take the lock, most only glance
            FakeTask stolen = busyWith(0, 0).getFirst();
            assertSame(stolen, pop(1), "after " + vainLooks + " vain looks in a row");
            for (int look = 0; look <= vainLooks; look++) {
                assertNull(pop(1));
            }
        }
    }

    @Test
    void shouldTakeTheLockOfAQueueThatSeemsEmptyAtOneLookInSixteen() {
        Search search = Search.make();
        assertEquals(
                List.of(16, 32, 48),
                IntStream.rangeClosed(1, 50)
                        .filter(look -> search.isThorough())
                        .boxed()
                        .toList());
    }
}
