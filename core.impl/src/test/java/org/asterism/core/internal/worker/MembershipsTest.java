package org.asterism.core.internal.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a worker that belongs to several contexts divides its time; one worker, in virtual time. */
@Timeout(60)
class MembershipsTest {
    private final VirtualClock clock = new VirtualClock();
    private final Laboratory laboratory = new Laboratory();
    private final TaskRuntime runtime;
    private final List<String> order = new ArrayList<>();
    private final Codelet work = Codelet.named("work")
            .access()
            .cpu(kernel -> order.add(kernel.task().context().name()))
            .build();

    MembershipsTest() {
        laboratory.addDriver("timed", new TimedDriver(1));
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
    }

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private SchedulingContext context(String name, int rank) {
        SchedulingContext made = runtime.createContext(
                ContextDescription.named(name).withRank(rank).sharingWorkers(WorkerSelection.all()));
        made.load(); // from now on it is measured who runs how long
        return made;
    }

    private void submit(SchedulingContext context, int tasks, long nanos) {
        for (int index = 0; index < tasks; index++) {
            context.task(work).argument(nanos).submit();
        }
    }

    private static long busy(SchedulingContext context) {
        return context.load().busyNanos().getOrDefault(0, 0L);
    }

    @Test
    void shouldShareTheTimeEvenlyAmongContextsOfOneRankHoweverLongTheirTasksAre() throws InterruptedException {
        SchedulingContext shorter = context("shorter", 0);
        SchedulingContext longer = context("longer", 0);
        SchedulingContext longest = context("longest", 0);
        submit(shorter, 3000, 10);
        submit(longer, 1000, 70);
        submit(longest, 100, 500);
        shorter.waitUntilAtMost(1000);
        assertEquals(20_000, busy(shorter), 500);
        assertEquals(20_000, busy(longer), 600);
        assertEquals(20_000, busy(longest), 1000);
    }

    @Test
    void shouldLookIntoContextsOfGreaterRankFirst() throws InterruptedException {
        SchedulingContext less = context("less", -1);
        SchedulingContext more = context("more", 1);
        SchedulingContext most = context("most", 2);
        runtime.pause();
        submit(less, 2, 10);
        submit(runtime.defaultContext(), 2, 10);
        submit(more, 2, 10);
        submit(most, 2, 10);
        runtime.resume();
        runtime.waitAll();
        assertEquals(List.of("most", "most", "more", "more", "default", "default", "less", "less"), order);
    }

    @Test
    void shouldTakeTurnsInTheOrderInWhichTheContextsWereJoined() throws InterruptedException {
        SchedulingContext one = context("one", 1);
        SchedulingContext two = context("two", 1);
        SchedulingContext three = context("three", 1);
        one.removeWorkers(runtime.workers());
        one.addWorkers(runtime.workers());
        runtime.pause();
        submit(one, 2, 10);
        submit(two, 2, 10);
        submit(three, 2, 10);
        runtime.resume();
        runtime.waitAll();
        assertEquals(List.of("two", "three", "one"), order.subList(0, 3));
        assertEquals(
                List.of("one", "three", "two"),
                order.subList(3, 6).stream().sorted().toList());
        order.clear();
        two.close();
        runtime.pause();
        submit(three, 2, 10);
        submit(one, 2, 10);
        runtime.resume();
        runtime.waitAll();
        assertEquals(4, order.size());
        assertEquals(
                List.of("one", "three"), order.subList(0, 2).stream().sorted().toList());
    }

    @Test
    void shouldGiveAContextNoCreditForTheTimeInWhichItHadNoTasks() throws InterruptedException {
        SchedulingContext busy = context("busy", 0);
        SchedulingContext dry = context("dry", 0);
        submit(busy, 1000, 100);
        busy.waitUntilAtMost(500);
        long before = busy(busy);
        submit(dry, 100, 100);
        dry.waitUntilAtMost(50);
        assertEquals(5000, busy(dry), 200);
        assertEquals(5000, busy(busy) - before, 300);
    }

    @Test
    void shouldNotLetAContextOfLowerRankWaitForOneThatHasNoTasks() throws InterruptedException {
        SchedulingContext empty = context("empty", 5);
        SchedulingContext low = context("low", 0);
        submit(low, 10, 10);
        low.waitAll();
        assertEquals(100, clock.nanoTime());
        assertEquals(0, busy(empty));
        assertTrue(order.stream().allMatch("low"::equals));
    }

    @Test
    void shouldKeepNoContextThatAnIdleWorkerHasLeft() throws InterruptedException {
        WeakReference<SchedulingContext> left = workForAContextThatIsClosed();
        Await.await(() -> {
            System.gc();
            return left.refersTo(null);
        });
    }

    private WeakReference<SchedulingContext> workForAContextThatIsClosed() throws InterruptedException {
        SchedulingContext closed = context("closed", 0);
        submit(closed, 3, 10);
        closed.waitAll();
        closed.close();
        order.clear();
        return new WeakReference<>(closed);
    }
}
