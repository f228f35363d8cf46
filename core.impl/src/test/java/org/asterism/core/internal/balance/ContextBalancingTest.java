package org.asterism.core.internal.balance;

import static org.asterism.core.internal.balance.BalanceScenario.MILLISECOND;
import static org.asterism.core.internal.balance.BalanceScenario.WORK;
import static org.asterism.core.internal.balance.BalanceScenario.submit;
import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.asterism.api.Architecture;
import org.asterism.api.BalancerChoice;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ExpectedWork;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksStuckException;
import org.asterism.api.UnknownBalancerException;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.balancer.idle.internal.IdleBalancerFactory;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.Situation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is in charge of balancing, what it is shown, and what becomes of its answers. */
@Timeout(60)
class ContextBalancingTest {
    private static ContextShare share(Situation situation, String context) {
        return situation.contexts().stream()
                .filter(each -> each.name().equals(context))
                .findFirst()
                .orElseThrow();
    }

    // Who is in charge.

    @Test
    void shouldSayWhichBalancersThereAreIfOneIsUnknown() {
        try (BalanceScenario scenario = new BalanceScenario()) {
            UnknownBalancerException unknown =
                    assertThrows(UnknownBalancerException.class, () -> scenario.balance("magic"));
            assertEquals("there is no balancer 'magic'; there are: completion, idle", unknown.getMessage());
            assertFalse(scenario.runtime.balancing().isInCharge());
        }
    }

    @Test
    void shouldNamePropertyValueAndAllowedValuesIfOneIsWrong() {
        try (BalanceScenario scenario = new BalanceScenario()) {
            scenario.balance("completion");
            for (String[] wrong : new String[][] {
                {"idle", "idle-time=soon", "property 'idle-time' is 'soon'; allowed are numbers from 0 with"},
                {"idle", "speed=1", "unknown property 'speed'; it knows: at-once, idle-time, stay"},
                {"idle", "period=1us", "property 'period' is '1us'; allowed are 10us or more"},
                {"idle", "lazily=maybe", "property 'lazily' is 'maybe'; allowed are true and false"},
                {"idle", "a.least=-1", "property 'a.least' is '-1'; allowed are whole numbers from 0"},
                {"completion", "gain=2", "property 'gain' is '2'; allowed are numbers from 0.0 to 1.0"},
            }) {
                IllegalArgumentException refused = assertThrows(
                        IllegalArgumentException.class, () -> scenario.balance(wrong[0], wrong[1]), wrong[1]);
                assertTrue(refused.getMessage().contains(wrong[2]), refused.getMessage());
                assertTrue(refused.getMessage().contains("'" + wrong[0] + "'"), refused.getMessage());
            }
            assertThrows(IllegalArgumentException.class, () -> scenario.balance("idle", "a.least=3", "a.most=2"));
            assertEquals(
                    "completion",
                    scenario.runtime.balancing().wanted().orElseThrow().name());
            assertTrue(scenario.runtime.balancing().isInCharge());
        }
    }

    @Test
    void shouldBeInChargeFromTheStartIfItIsConfigured() throws InterruptedException {
        RuntimeConfiguration configuration =
                RuntimeConfiguration.defaults().withBalancer("idle", Map.of("idle-time", "5ms"));
        try (BalanceScenario scenario = new BalanceScenario(configuration)) {
            assertEquals(
                    Optional.of(new BalancerChoice("idle", Map.of("idle-time", "5ms"))),
                    scenario.runtime.balancing().wanted());
            submit(scenario.runtime.defaultContext(), 400);
            scenario.runtime.waitAll();
            assertTrue(scenario.runtime.balancing().looks() >= 9);
        }
    }

    @Test
    void shouldRefuseARuntimeWithABalancerThatIsNotThere() {
        assertThrows(
                UnknownBalancerException.class,
                () -> new BalanceScenario(RuntimeConfiguration.defaults().withBalancer("magic", Map.of())));
    }

    @Test
    void shouldNameThePropertiesOfAllBalancersToWhoMisspellsOne() {
        try (BalanceScenario scenario = new BalanceScenario()) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> scenario.runtime.balance("idle", Map.of("perod", "1s")));
            assertEquals(
                    "balancer 'idle' does not accept {perod=1s}: unknown property 'perod'; it knows: at-once, "
                            + "idle-time, stay;"
                            + " every balancer takes period, lazily, CONTEXT.least, CONTEXT.most and CONTEXT.balanced "
                            + "besides",
                    refused.getMessage());
        }
    }

    @Test
    void shouldRestWhileItsBundleIsAwayAndGoOnWhenOneComes() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            AtomicInteger looks = new AtomicInteger();
            Function<Situation, List<Move>> counting = situation -> {
                looks.incrementAndGet();
                return List.of();
            };
            BalancerPlugin plugin = scenario.bring("counting", counting);
            scenario.balance("counting");
            submit(scenario.runtime.defaultContext(), 400);
            scenario.runtime.waitUntilAtMost(300);
            assertEquals(2, looks.get());
            scenario.laboratory.plugins.remove(plugin);
            assertFalse(scenario.runtime.balancing().isInCharge());
            assertTrue(scenario.runtime.balancing().trouble().orElseThrow().contains("its bundle has left"));
            scenario.runtime.waitUntilAtMost(200);
            assertEquals(2, looks.get());
            scenario.bring("counting", counting);
            assertTrue(scenario.runtime.balancing().isInCharge());
            assertEquals(Optional.empty(), scenario.runtime.balancing().trouble());
            scenario.runtime.waitUntilAtMost(100);
            assertTrue(looks.get() > 2);
            int until = looks.get();
            scenario.runtime.stopBalancing();
            scenario.bring("counting", counting);
            scenario.runtime.waitAll();
            assertEquals(until, looks.get());
        }
    }

    @Test
    void shouldTakeABalancerThatThrowsOutOfChargeAndSayWhy() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            scenario.bring("broken", situation -> {
                throw new IllegalStateException("on purpose");
            });
            scenario.balance("broken");
            submit(scenario.runtime.defaultContext(), 200);
            scenario.runtime.waitAll();
            assertFalse(scenario.runtime.balancing().isInCharge());
            assertTrue(scenario.runtime.balancing().trouble().orElseThrow().contains("on purpose"));
            assertEquals(50 * MILLISECOND, scenario.now());
            scenario.bring("null", situation -> null);
            scenario.balance("null");
            submit(scenario.runtime.defaultContext(), 200);
            scenario.runtime.waitAll();
            assertFalse(scenario.runtime.balancing().isInCharge());
        }
    }

    @Test
    void shouldEndTheFormerBalancerWhenAnotherTakesOver() {
        try (BalanceScenario scenario = new BalanceScenario()) {
            List<String> closed = new ArrayList<>();
            for (String name : List.of("first", "second")) {
                scenario.laboratory.plugins.add(new BalancerPlugin(name, context -> new Balancer() {
                    @Override
                    public List<Move> balance(Situation situation) {
                        return List.of();
                    }

                    @Override
                    public void close() {
                        closed.add(name);
                    }
                }));
            }
            scenario.balance("first");
            scenario.balance("second");
            assertEquals(List.of("first"), closed);
            scenario.runtime.close();
            assertEquals(List.of("first", "second"), closed);
            assertThrows(IllegalStateException.class, () -> scenario.balance("first"));
        }
    }

    @Test
    void shouldWatchNobodyWhenItWasEndedBeforeItBegan() {
        BalanceSettings settings = BalanceSettings.of(new BalancerChoice("late", Map.of()));
        BalancerPlugin plugin = new BalancerPlugin("late", context -> situation -> List.of());
        IdleScene scene = new IdleScene();
        Incumbent late =
                new Incumbent(scene, plugin, settings, situation -> List.of(), new Ledger(), (failed, thrown) -> {});
        late.end(); // by somebody who found it in charge
        late.begin();
        assertFalse(scene.observers().wantTimes());
        Incumbent other =
                new Incumbent(scene, plugin, settings, situation -> List.of(), new Ledger(), (failed, thrown) -> {});
        other.begin();
        assertTrue(scene.observers().wantTimes());
        other.end();
        assertFalse(scene.observers().wantTimes());
    }

    /** A runtime in which nothing happens. */
    private static final class IdleScene implements BalanceScene {
        private final Observers observers = new Observers();

        @Override
        public List<Context> contexts() {
            return List.of();
        }

        @Override
        public List<WorkerEngine> workers() {
            return List.of();
        }

        @Override
        public Clock clock() {
            return Clock.system();
        }

        @Override
        public boolean isPaused() {
            return false;
        }

        @Override
        public Predictor predictor() {
            throw new AssertionError("nobody looks");
        }

        @Override
        public Plugins plugins() {
            throw new AssertionError("nobody looks");
        }

        @Override
        public Observers observers() {
            return observers;
        }

        @Override
        public void handOver(Context from, Context to, List<Worker> workers) {
            throw new AssertionError("nobody moves");
        }

        @Override
        public Pace pace(long periodNanos, Runnable look) {
            return new Pace() {
                @Override
                public void begin() {
                    // It never looks.
                }

                @Override
                public void end() {
                    // It does not anyway.
                }
            };
        }

        @Override
        public void refusePolicies(String what) {
            throw new AssertionError("nobody asks");
        }
    }

    @Test
    void shouldLetABalancerTakeItselfOutOfCharge() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            AtomicInteger looks = new AtomicInteger();
            scenario.bring("shy", situation -> {
                looks.incrementAndGet();
                scenario.runtime.stopBalancing();
                return List.of();
            });
            scenario.balance("shy");
            submit(scenario.runtime.defaultContext(), 400);
            scenario.runtime.waitAll();
            assertEquals(1, looks.get());
        }
    }

    // What it is shown.

    @Test
    void shouldShowContextsAndWorkersAsTheyAre() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(3, "other");
            scenario.contextFrom(0, "apart");
            scenario.runtime.context("apart").removeWorkers(scenario.runtime.workers());
            scenario.runtime
                    .defaultContext()
                    .addWorkers(scenario.runtime.workers().subList(0, 3));
            List<Situation> seen = new ArrayList<>();
            scenario.bring("watching", situation -> {
                seen.add(situation);
                return List.of();
            });
            scenario.balance("watching", "period=1ms", "other.least=1", "other.most=2", "apart.balanced=false");
            submit(other, 10, 2 * MILLISECOND);
            other.expect(ExpectedWork.tasks(50));
            scenario.runtime.waitAll();
            Situation last = seen.getLast();
            assertEquals(
                    List.of("default", "other"),
                    last.contexts().stream().map(ContextShare::name).toList());
            ContextShare share = share(last, "other");
            assertEquals(1, share.least());
            assertEquals(2, share.most());
            assertEquals(9, share.ended());
            assertEquals(1, share.left());
            assertEquals(0, share.ready());
            assertEquals(41, share.work());
            assertEquals(0.5e-6, share.speed(Architecture.CPU).orElseThrow(), 1e-12);
            assertEquals(0, share(last, "default").work());
            assertTrue(share(seen.getFirst(), "other")
                    .hasTasksFor(scenario.runtime.workers().getFirst()));
            assertEquals(4, last.workers().size());
            assertEquals(List.of("default"), last.workers().getFirst().contexts());
            assertEquals(
                    last.nanoTime() - 0,
                    last.workers().getFirst().idleNanos(),
                    2.0 * MILLISECOND,
                    "the first worker has done nothing so far");
            assertEquals(0, last.workers().getLast().idleNanos());
            assertEquals(Long.MAX_VALUE, last.workers().getFirst().stayedNanos());
        }
    }

    @Test
    void shouldCountDeclaredOperations() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            List<Situation> seen = new ArrayList<>();
            scenario.bring("watching", situation -> {
                seen.add(situation);
                return List.of();
            });
            scenario.balance("watching", "period=1ms");
            SchedulingContext context = scenario.runtime.defaultContext();
            context.expect(ExpectedWork.flops(1e6));
            for (int index = 0; index < 40; index++) {
                context.task(WORK).argument(MILLISECOND).flops(1000).submit();
            }
            scenario.runtime.waitAll();
            ContextShare share = share(seen.getLast(), "default");
            assertEquals(1e6 - 1000.0 * share.ended(), share.work(), 1);
            assertEquals(1e-3, share.speed(Architecture.CPU).orElseThrow(), 1e-6);
            assertThrows(IllegalArgumentException.class, () -> ExpectedWork.flops(Double.NaN));
        }
    }

    // What becomes of its answers.

    @Test
    void shouldRefuseMovesThatCannotBeAndTellTheReason() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario();
                BalanceScenario stranger = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(3, "other");
            List<Worker> workers = scenario.runtime.workers();
            Worker foreign = stranger.runtime.workers().getFirst();
            List<String> reasons = new ArrayList<>();
            List<Move> asked = List.of(
                    Move.between(workers.get(0), "default", "nowhere"),
                    Move.between(workers.get(0), "nowhere", "default"),
                    Move.between(workers.get(3), "default", "other"),
                    Move.remove(workers.get(3), "default"),
                    Move.add(workers.get(3), "other"),
                    Move.add(foreign, "other"),
                    Move.between(workers.get(3), "other", "default"),
                    Move.between(workers.get(0), "default", "other"),
                    Move.between(workers.get(1), "default", "other"));
            scenario.laboratory.plugins.add(new BalancerPlugin("culprit", context -> new Balancer() {
                private boolean done;

                @Override
                public List<Move> balance(Situation situation) {
                    boolean first = !done;
                    done = true;
                    return first ? asked : List.of();
                }

                @Override
                public void refused(Move move, String reason) {
                    reasons.add(move + ": " + reason);
                }
            }));
            scenario.balance("culprit", "other.most=2", "lazily=false");
            submit(other, 100);
            scenario.runtime.waitAll();
            assertEquals(
                    List.of(
                            "timed-0 from 'default' to 'nowhere': there is no context 'nowhere' that takes part; "
                                    + "there are [default, other]",
                            "timed-0 from 'nowhere' to 'default': there is no context 'nowhere' that takes part; "
                                    + "there are [default, other]",
                            "timed-3 from 'default' to 'other': timed-3 is in context 'other' already",
                            "timed-3 from 'default': timed-3 is not in context 'default'",
                            "timed-3 to 'other': timed-3 is in context 'other' already",
                            "timed-0 to 'other': timed-0 is in no context that takes part",
                            "timed-3 from 'other' to 'default': context 'other' has tasks and would have no worker "
                                    + "any more",
                            "timed-1 from 'default' to 'other': context 'other' may have 2 workers at most"),
                    reasons);
            assertEquals(List.of(workers.get(0), workers.get(3)), other.workers());
            assertEquals(8, scenario.runtime.balancing().refused());
            assertEquals(1, scenario.runtime.balancing().moves());
        }
    }

    @Test
    void shouldNotTakeTheLastWorkersThatAContextMustHave() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(2, "other");
            scenario.bring(
                    "greedy",
                    situation -> situation.workers().stream()
                            .filter(worker -> worker.isIn("default") && !worker.isMoving())
                            .map(worker -> Move.between(worker.worker(), "default", "other"))
                            .toList());
            scenario.balance("greedy", "default.least=1", "period=1ms");
            submit(other, 100);
            scenario.runtime.waitAll();
            assertEquals(1, scenario.runtime.defaultContext().workers().size());
            assertEquals(3, other.workers().size());
        }
    }

    @Test
    void shouldLeaveAWorkerWhereItIsUntilItHasRunATaskElsewhere() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(2, "other");
            Worker moved = scenario.runtime.workers().getFirst();
            List<List<Worker>> homes = new ArrayList<>();
            AtomicInteger looks = new AtomicInteger();
            scenario.bring("once", situation -> {
                homes.add(scenario.runtime.defaultContext().workers());
                assertEquals(
                        looks.get() > 0,
                        situation.workers().getFirst().isIn("other"),
                        "a worker is shown where it goes");
                return looks.getAndIncrement() == 0 ? List.of(Move.between(moved, "default", "other")) : List.of();
            });
            scenario.balance("once", "period=1ms");
            submit(scenario.runtime.defaultContext(), 1, 5 * MILLISECOND);
            submit(other, 20, 2 * MILLISECOND);
            scenario.runtime.waitAll();
            assertTrue(homes.get(1).contains(moved), "it has left before it was of use");
            assertFalse(homes.getLast().contains(moved), "it has not left");
            assertTrue(other.workers().contains(moved));
        }
    }

    @Test
    void shouldGiveWorkersBackWhenTheContextThatGotThemIsClosed() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(2, "other");
            scenario.balance("idle", "period=1ms", "idle-time=2ms", "stay=1s");
            submit(other, 200);
            scenario.runtime.waitAll();
            assertEquals(4, other.workers().size());
            other.close();
            assertEquals(4, scenario.runtime.defaultContext().workers().size());
        }
    }

    @Test
    void shouldSendNobodyToAContextWithoutAPolicy() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.runtime.createContext(
                    ContextDescription.named("other").withPolicy("prio").withFallbackPolicy(Optional.empty()));
            scenario.laboratory.plugins.remove(scenario.laboratory.prio);
            scenario.balance("idle", "period=1ms", "idle-time=2ms");
            submit(other, 10);
            submit(scenario.runtime.defaultContext(), 100, 5 * MILLISECOND);
            scenario.runtime.defaultContext().waitAll();
            assertEquals(0, other.workers().size());
            scenario.laboratory.plugins.add(scenario.laboratory.prio);
            scenario.runtime.waitAll();
        }
    }

    @Test
    void shouldKeepAWorkerInItsContextIfTheOneThatItJoinsIsClosedMeanwhile() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            SchedulingContext other = scenario.contextFrom(2, "other");
            AtomicInteger looks = new AtomicInteger();
            scenario.bring(
                    "once",
                    situation -> looks.getAndIncrement() == 0
                            ? List.of(Move.between(scenario.runtime.workers().getFirst(), "default", "other"))
                            : List.of());
            scenario.balance("once", "period=1ms");
            submit(scenario.runtime.defaultContext(), 3, 5 * MILLISECOND);
            scenario.runtime.waitUntilAtMost(1);
            assertEquals(3, other.workers().size());
            other.close();
            submit(scenario.runtime.defaultContext(), 200);
            scenario.runtime.waitAll();
            assertTrue(looks.get() > 40);
            assertEquals(4, scenario.runtime.defaultContext().workers().size());
        }
    }

    @Test
    void shouldNotLookWhileTheRuntimeIsPaused() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            scenario.balance("idle");
            submit(scenario.runtime.defaultContext(), 10, 100 * MILLISECOND);
            scenario.runtime.pause();
            assertFalse(scenario.runtime.waitAll(Duration.ofMillis(200)));
            assertEquals(0, scenario.runtime.balancing().looks());
            scenario.runtime.resume();
            scenario.runtime.waitAll();
            assertTrue(scenario.runtime.balancing().looks() > 10);
        }
    }

    // Virtual time.

    @Test
    void shouldNotKeepAFinishedSimulationGoing() throws InterruptedException {
        try (BalanceScenario scenario = new BalanceScenario()) {
            scenario.balance("idle");
            submit(scenario.runtime.defaultContext(), 400);
            scenario.runtime.waitAll();
            assertEquals(100 * MILLISECOND, scenario.now());
            assertTrue(scenario.runtime.waitAll(Duration.ofSeconds(1)));
            assertEquals(100 * MILLISECOND, scenario.now());
        }
    }

    @Test
    void shouldStillNoticeThatTasksAreStuck() {
        RuntimeConfiguration configuration = RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(500));
        try (BalanceScenario scenario = new BalanceScenario(configuration)) {
            SchedulingContext other = scenario.contextFrom(2, "other");
            scenario.balance("idle", "other.balanced=false");
            other.removeWorkers(other.workers());
            submit(other, 3);
            assertThrows(TasksStuckException.class, scenario.runtime::waitAll);
            assertEquals(500 * MILLISECOND, scenario.now(), 20.0 * MILLISECOND);
        }
    }

    // Real time.

    @Test
    void shouldMoveWorkersInRealTime() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(4)) {
            laboratory.plugins.add(new BalancerPlugin("idle", new IdleBalancerFactory()));
            try (TaskRuntime runtime = laboratory.runtime()) {
                SchedulingContext other = runtime.createContext("other", "eager", worker -> worker.id() >= 2);
                runtime.balance("idle", Map.of("period", "1ms", "idle-time", "2ms", "stay", "5ms"));
                AtomicInteger ran = new AtomicInteger();
                Codelet spin = Codelet.named("spin")
                        .access()
                        .cpu(kernel -> {
                            long end = System.nanoTime() + 200_000;
                            while (System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                            ran.incrementAndGet();
                        })
                        .build();
                int submitted = 0;
                for (int round = 0; runtime.balancing().moves() < 2 && round < 100; round++) {
                    SchedulingContext busy = round % 2 == 0 ? other : runtime.defaultContext();
                    for (int index = 0; index < 200; index++) {
                        busy.task(spin).submit();
                    }
                    submitted += 200;
                    runtime.waitAll();
                }
                assertTrue(runtime.balancing().moves() >= 2, runtime.balancing().toString());
                assertEquals(submitted, ran.get());
                runtime.stopBalancing();
                await(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("asterism-balancer")));
            }
        }
    }
}
