package org.asterism.core.internal.balance;

import static org.asterism.core.internal.balance.BalanceScenario.MILLISECOND;
import static org.asterism.core.internal.balance.BalanceScenario.WORK;
import static org.asterism.core.internal.balance.BalanceScenario.submit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ExpectedWork;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.WorkerMove;
import org.asterism.api.WorkerSelection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shipped balancers make of contexts with unequal work, in virtual time. */
@Timeout(60)
class BalancersInVirtualTimeTest {
    private static long makespan(String balancer, String... properties) throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(2, "other");
            if (balancer != null) {
                scenario.balance(balancer, properties);
            }
            submit(scenario.runtime.defaultContext(), 20);
            submit(other, 2000);
            scenario.runtime.waitAll();
            return scenario.now();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "completion"})
    void shouldEndInAboutHalfTheTimeWhenOneContextHasAllTheWork(String balancer) throws InterruptedException {
        assertEquals(1000 * MILLISECOND, makespan(null));
        long lazily = makespan(balancer);
        assertTrue(lazily < 530 * MILLISECOND, "took " + lazily);
        long atOnce = makespan(balancer, "lazily=false");
        assertTrue(atOnce < 530 * MILLISECOND, "took " + atOnce);
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "completion"})
    void shouldTakeTheSameCourseEveryTime(String balancer) throws InterruptedException {
        assertEquals(makespan(balancer), makespan(balancer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "completion"})
    void shouldKeepWithinTheBounds(String balancer) throws InterruptedException {
        long bounded = makespan(balancer, "other.most=3");
        assertTrue(bounded > 660 * MILLISECOND && bounded < 700 * MILLISECOND, "took " + bounded);
        assertEquals(bounded, makespan(balancer, "default.least=1"));
        assertEquals(1000 * MILLISECOND, makespan(balancer, "default.balanced=false"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "completion"})
    void shouldServeAContextThatHasNoWorkers(String balancer) throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext empty = scenario.runtime.createContext(ContextDescription.named("empty"));
            scenario.balance(balancer);
            submit(empty, 10);
            submit(scenario.runtime.defaultContext(), 4000);
            empty.waitAll();
            assertTrue(scenario.now() < 300 * MILLISECOND, "took " + scenario.now());
            scenario.runtime.waitAll();
            assertTrue(scenario.now() < 1100 * MILLISECOND, "took " + scenario.now());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "completion"})
    void shouldLetOneWorkerServeTwoContextsWhenThereIsNoOther(String balancer) throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext one = scenario.runtime.createContext(
                    ContextDescription.named("one").withWorkers(WorkerSelection.matching("(id=0)")));
            SchedulingContext none = scenario.runtime.createContext(ContextDescription.named("none"));
            scenario.balance(balancer, "default.balanced=false");
            submit(one, 500);
            submit(none, 5);
            none.waitAll();
            assertTrue(one.load().left() > 0, "the other has ended first");
            scenario.runtime.waitAll();
            assertEquals(505 * MILLISECOND, scenario.now(), 10.0 * MILLISECOND);
        }
    }

    @Test
    void shouldGiveMoreWorkersToTheContextWithMoreWorkDeclared() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(2, "other");
            submit(scenario.runtime.defaultContext(), 100);
            submit(other, 100);
            other.expect(ExpectedWork.tasks(300));
            scenario.balance("completion", "pause=0ms");
            scenario.runtime.waitUntilAtMost(150);
            assertEquals(3, other.workers().size());
            other.expect(ExpectedWork.tasks(0));
            scenario.runtime.waitAll();
        }
    }

    @Test
    void shouldGiveNoMoreWorkersThanAChainOfTasksCanUse() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext chain = scenario.contextFrom(2, "chain");
            Task before = chain.task(WORK).argument(MILLISECOND);
            for (int index = 0; index < 200; index++) {
                Task next = chain.task(WORK).argument(MILLISECOND).after(before);
                before.submit();
                before = next;
            }
            before.submit();
            submit(scenario.runtime.defaultContext(), 600);
            scenario.balance("completion");
            scenario.runtime.waitAll();
            assertTrue(scenario.now() < 230 * MILLISECOND, "took " + scenario.now());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "completion"})
    void shouldRunEveryTaskOnceAndNotMoveWorkersToAndFroUnderChangingLoads(String balancer)
            throws InterruptedException {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("changing loads: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        try (BalanceScenario scenario = new BalanceScenario()) {
            List<SchedulingContext> contexts = List.of(
                    scenario.runtime.defaultContext(),
                    scenario.contextFrom(3, "a"),
                    scenario.runtime.createContext(
                            ContextDescription.named("b").withWorkers(WorkerSelection.matching("(id=2)"))));
            AtomicIntegerArray runs = new AtomicIntegerArray(4000);
            Codelet counted =
                    Codelet.named("counted").access().cpu(kernel -> {}).build();
            scenario.balance(balancer, "stay=100ms");
            int task = 0;
            while (task < runs.length()) {
                int burst = Math.min(runs.length() - task, 1 + random.nextInt(200));
                SchedulingContext context = contexts.get(random.nextInt(3));
                for (int index = 0; index < burst; index++) {
                    int number = task++;
                    context.task(counted)
                            .argument((1 + random.nextInt(2000)) * 1000L)
                            .onCompletion(done -> runs.incrementAndGet(number))
                            .submit();
                }
                scenario.runtime.waitUntilAtMost(random.nextInt(200));
            }
            scenario.runtime.waitAll();
            for (int index = 0; index < runs.length(); index++) {
                assertEquals(1, runs.get(index), "runs of task " + index + ", seed " + seed);
            }
            List<WorkerMove> moves = scenario.runtime.balancing().lastMoves();
            Map<Worker, Long> last = new HashMap<>();
            List<String> tooSoon = new ArrayList<>();
            for (WorkerMove move : moves) {
                Long before = last.put(move.worker(), move.nanoTime());
                if (before != null && move.nanoTime() - before < 100 * MILLISECOND) {
                    tooSoon.add(move.toString());
                }
            }
            assertEquals(List.of(), tooSoon, "seed " + seed);
            assertTrue(
                    moves.size() <= 4 + 40.0 * scenario.now() / 1e9,
                    moves.size() + " moves in " + scenario.now() + " ns, seed " + seed);
            assertFalse(moves.isEmpty(), "seed " + seed);
        }
    }
}
