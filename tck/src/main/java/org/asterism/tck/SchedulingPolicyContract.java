package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parameter;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Test;

/**
 * Contract of every scheduling policy; see {@link org.asterism.spi.policy.SchedulingPolicy}. A subclass names the
 * factory and any promises beyond the interface.
 */
public abstract class SchedulingPolicyContract {
    private static final Architecture CPU = Architecture.CPU;
    private static final Architecture CUDA = Architecture.CUDA;
    private static final int[] PRIORITIES = {Integer.MIN_VALUE, -7, -1, 0, 1, 7, Integer.MAX_VALUE};

    /** Called by subclasses. */
    protected SchedulingPolicyContract() {}

    /**
     * Returns the factory under test.
     *
     * @return factory whose {@code create} returns a new policy at each call
     */
    protected abstract SchedulingPolicyFactory factory();

    /**
     * Returns the properties of the policy in all tests.
     *
     * @return properties; by default none
     */
    protected Map<String, String> properties() {
        return Map.of();
    }

    /**
     * Returns the declarations of the policy's parameters. The tests check that the policy enforces them.
     *
     * @return declarations; by default those in the factory's component description, or none
     */
    protected List<String> declarations() {
        return ParameterProbe.declarationsOf(factory(), SchedulingPolicyFactory.PARAMETERS);
    }

    /**
     * Whether the policy hands properties on to parts that it is made of, and so accepts what these declare.
     *
     * @return false unless overridden; if true, only a name that no plug-in has must be refused
     */
    protected boolean handsPropertiesOn() {
        return false;
    }

    /**
     * The order that the policy promises with these properties.
     *
     * @return order; by default {@link PolicyOrder#ANY}
     */
    protected PolicyOrder order() {
        return PolicyOrder.ANY;
    }

    /**
     * Whether the policy assigns each task to a worker at once, so that no other worker gets it, however long it waits.
     *
     * @return by default false
     */
    protected boolean placesTasks() {
        return false;
    }

    /**
     * Whether several workers share a small queue, so that tasks for other workers may fill it until these workers take
     * them.
     *
     * @return by default false
     */
    protected boolean sharesLittleRoom() {
        return false;
    }

    /**
     * Returns the timeout in which some worker must get a task while there are tasks.
     *
     * @return timeout; by default ten seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(10);
    }

    /**
     * Returns the number of tasks in each test with many threads.
     *
     * @return number of tasks; by default a hundred thousand
     */
    protected int concurrentTasks() {
        return 100_000;
    }

    private PolicyUnderTest policy(Architecture... workers) {
        return new PolicyUnderTest(factory(), properties(), workers);
    }

    @Test
    void shouldGiveNothingWhenItHasNoTasks() {
        try (PolicyUnderTest policy = policy(CPU, CUDA)) {
            assertNull(policy.pop(policy.worker(0)), "pop of a policy without tasks");
            policy.push(Codelets.EITHER);
            assertEquals(1, policy.popAll().size(), "tasks out of a policy with one task");
            assertNull(policy.pop(policy.worker(0)), "pop of a policy whose only task came out");
            assertEquals(List.of(), policy.drain(), "drain of a policy without tasks");
        }
    }

    @Test
    void shouldGiveEveryTaskExactlyOnceToAWorkerThatCanExecuteIt() {
        long seed = Seed.take("shouldGiveEveryTaskExactlyOnceToAWorkerThatCanExecuteIt");
        Random random = new Random(seed);
        try (PolicyUnderTest policy = policy(CPU, CUDA, CPU, CUDA)) {
            for (int step = 0; step < 4000; step++) {
                if (random.nextInt(5) < 3) {
                    policy.pushAny(random, anyPriority(random));
                } else {
                    policy.pop(policy.worker(random.nextInt(4)));
                }
            }
            policy.popAll();
            assertEquals(List.of(), policy.inside(), "pushed tasks that no worker was given; seed " + seed);
        }
    }

    @Test
    void shouldNotLetATaskOfAnotherArchitectureBlockTheOnesBehindIt() {
        try (PolicyUnderTest policy = policy(CPU, CUDA)) {
            List<FakeTask> forCpu = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                policy.push(Codelets.CUDA, i % 3);
                forCpu.add(policy.push(Codelets.CPU, i % 3));
                policy.push(Codelets.CUDA, i % 3);
            }
            if (sharesLittleRoom()) {
                expectAllGiven(policy);
                return;
            }
            List<FakeTask> popped = policy.popAll(policy.worker(0));
            assertEquals(
                    sortedById(forCpu),
                    sortedById(popped),
                    "tasks that cpu-0 was given while tasks for cuda-1 lay between them");
            assertEquals(100, policy.popAll(policy.worker(1)).size(), "tasks that cuda-1 was given then");
        }
    }

    @Test
    void shouldKeepATaskToTheArchitecturesThatItsProgramNames() {
        try (PolicyUnderTest policy = policy(CPU, CUDA)) {
            policy.push(Codelets.EITHER, 0, CPU);
            List<FakeTask> forCuda = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                forCuda.add(policy.push(Codelets.EITHER, i % 3, CUDA));
                policy.push(Codelets.EITHER, i % 3, CPU);
            }
            if (sharesLittleRoom()) {
                expectAllGiven(policy);
                return;
            }
            assertEquals(
                    sortedById(forCuda),
                    sortedById(policy.popAll(policy.worker(1))),
                    "tasks that cuda-1 was given, of tasks that where(cpu) or where(cuda) kept to one of two "
                            + "architectures;"
                            + " see Task.architectureSet");
            assertEquals(21, policy.popAll(policy.worker(0)).size(), "tasks that cpu-0 was given then");
        }
    }

    @Test
    void shouldGiveARestrictedTaskOnlyToAWorkerThatCanExecuteIt() {
        try (PolicyUnderTest policy = policy(CPU, CPU, CPU)) {
            for (int i = 0; i < 60; i++) {
                int only = i % 3;
                policy.push(Codelets.CPU, i % 5, worker -> worker.id() == only);
            }
            if (sharesLittleRoom()) {
                expectAllGiven(policy);
                return;
            }
            for (FakeWorker worker : policy.workers()) {
                assertEquals(
                        20,
                        policy.popAll(worker).size(),
                        "tasks that " + worker
                                + " was given, of those that only it can execute; see Task.isRestricted");
            }
        }
    }

    /**
     * Checks that all tasks are given to workers that can execute them, which popping verifies. Some are only given
     * after other workers have taken theirs.
     */
    private static void expectAllGiven(PolicyUnderTest policy) {
        policy.popAll();
        assertEquals(List.of(), policy.inside(), "tasks that no worker was given when all of them pop");
    }

    @Test
    void shouldNotLetARestrictedTaskBlockTheOnesBehindIt() {
        try (PolicyUnderTest policy = policy(CPU, CPU)) {
            List<FakeTask> forFirst = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                policy.push(Codelets.CPU, i % 3, worker -> worker.id() == 1);
                FakeTask forEither = policy.push(Codelets.CPU, i % 3);
                if (!placesTasks()) {
                    forFirst.add(forEither);
                }
                forFirst.add(policy.push(Codelets.CPU, i % 3, worker -> worker.id() == 0));
            }
            if (sharesLittleRoom()) {
                expectAllGiven(policy);
                return;
            }
            if (placesTasks()) {
                assertTrue(
                        policy.popAll(policy.worker(0)).containsAll(forFirst),
                        "tasks that only cpu-0 can execute were not given to it");
                assertTrue(policy.popAll(policy.worker(1)).size() >= 50, "tasks that cpu-1 was given then");
                assertEquals(List.of(), policy.inside(), "tasks that neither of the two was given");
                return;
            }
            assertEquals(
                    sortedById(forFirst),
                    sortedById(policy.popAll(policy.worker(0))),
                    "tasks that cpu-0 was given while tasks that only cpu-1 can execute lay between them");
            assertEquals(50, policy.popAll(policy.worker(1)).size(), "tasks that cpu-1 was given then");
        }
    }

    @Test
    void shouldAskAgainWhoCanExecuteARestrictedTaskWhenItHandsItOut() {
        try (PolicyUnderTest policy = policy(CPU, CPU, CPU)) {
            // As in a bundle of tasks, which is placed when a worker gets the first of them.
            int[] only = {-1};
            List<FakeTask> bundle = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                bundle.add(policy.push(Codelets.CPU, 0, worker -> only[0] == -1 || worker.id() == only[0]));
            }
            only[0] = 1;
            assertEquals(
                    List.of(),
                    policy.popAll(policy.worker(0), policy.worker(2)),
                    "tasks that were given to workers that could execute them when they were pushed, but cannot any "
                            + "more");
            assertEquals(
                    sortedById(bundle),
                    sortedById(policy.popAll(policy.worker(1))),
                    "tasks that cpu-1 was given, which alone can execute them now");
        }
    }

    @Test
    void shouldWakeAWorkerThatCanExecuteARestrictedTask() {
        for (int only = 0; only < 3; only++) {
            int id = only;
            try (PolicyUnderTest policy = policy(CPU, CPU, CPU);
                    WakeProbe probe = new WakeProbe(policy.policy, policy.context)) {
                policy.workers().forEach(probe::popUntilAsleep);
                FakeTask task = policy.push(Codelets.CPU, 0, worker -> worker.id() == id);
                probe.expect(task);
            }
        }
    }

    @Test
    void shouldGiveTasksInTheOrderItPromises() {
        long seed = Seed.take("shouldGiveTasksInTheOrderItPromises");
        Random random = new Random(seed);
        try (PolicyUnderTest policy = policy(CPU)) {
            for (int step = 0; step < 3000; step++) {
                // First more pushes than pops, then the other way round: long queues, short queues and empty ones.
                if (random.nextInt(3000) > step) {
                    var codelet = random.nextBoolean() ? Codelets.CPU : Codelets.EITHER;
                    if (random.nextInt(3) == 0) {
                        policy.push(codelet, anyPriority(random), worker -> worker.id() == 0);
                    } else {
                        policy.push(codelet, anyPriority(random));
                    }
                    continue;
                }
                List<FakeTask> before = policy.inside();
                FakeTask popped = policy.pop(policy.worker(0));
                assertEquals(before.isEmpty(), popped == null, "nothing was given though there were " + before.size());
                assertTrue(
                        popped == null || order().allows(popped, before),
                        () -> popped + " came out of order " + order() + "; inside were, as pushed, " + before
                                + "; seed " + seed);
            }
        }
    }

    @Test
    void shouldDrainInTheOrderOfPushesAndGoOn() {
        long seed = Seed.take("shouldDrainInTheOrderOfPushesAndGoOn");
        Random random = new Random(seed);
        try (PolicyUnderTest policy = policy(CPU, CUDA, CPU)) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 500; i++) {
                    policy.pushAny(random, anyPriority(random));
                    if (random.nextInt(3) == 0) {
                        policy.pop(policy.worker(random.nextInt(3)));
                    }
                }
                List<FakeTask> expected = policy.inside();
                assertEquals(
                        expected,
                        policy.drain(),
                        "drained tasks, which must be all that are inside, in the order of their pushes whatever their"
                                + " priorities; seed " + seed);
                assertEquals(List.of(), policy.drain(), "a second drain");
                for (FakeWorker worker : policy.workers()) {
                    assertNull(policy.pop(worker), "pop after a drain");
                }
            }
        }
    }

    @Test
    void shouldKeepTasksWhenWorkersLeaveAndCome() {
        try (PolicyUnderTest policy = policy(CPU, CPU, CUDA)) {
            FakeWorker first = policy.worker(0);
            FakeWorker second = policy.worker(1);
            FakeWorker accelerator = policy.worker(2);
            pushOfEachKind(policy, 40);
            policy.remove(second, accelerator);
            policy.popAll(first);
            assertTrue(
                    policy.inside().stream().noneMatch(first::canExecute),
                    () -> "tasks stayed inside that " + first + " can execute, after other workers left: "
                            + policy.inside());
            pushOfEachKind(policy, 40);
            policy.remove(first);
            policy.add(CUDA, CPU);
            pushOfEachKind(policy, 40);
            policy.popAll();
            assertEquals(List.of(), policy.inside(), "tasks that no worker was given after all had been replaced");
        }
    }

    @Test
    void shouldKeepTasksWhileItHasNoWorkers() {
        long seed = Seed.take("shouldKeepTasksWhileItHasNoWorkers");
        Random random = new Random(seed);
        try (PolicyUnderTest policy = policy()) {
            for (int index = 0; index < 50; index++) {
                policy.pushAny(random, anyPriority(random));
            }
            policy.policy.schedule();
            assertEquals(
                    policy.inside(), policy.drain(), "drained tasks of a policy that never had a worker; seed " + seed);
            for (int index = 0; index < 50; index++) {
                policy.pushAny(random, anyPriority(random));
            }
            policy.add(CPU, CUDA, CPU);
            policy.popAll();
            assertEquals(
                    List.of(), policy.inside(), "tasks that no worker was given when the first came; seed " + seed);
            policy.remove(policy.worker(0), policy.worker(1), policy.worker(2));
            for (int index = 0; index < 50; index++) {
                policy.push(index % 2 == 0 ? Codelets.CPU : Codelets.CUDA, anyPriority(random));
            }
            policy.policy.schedule();
            policy.add(CUDA, CPU);
            policy.popAll();
            assertEquals(
                    List.of(),
                    policy.inside(),
                    "tasks that no worker was given when all had been replaced; seed " + seed);
        }
    }

    @Test
    void shouldKeepTasksThatNoWorkerCanExecuteUntilOneComes() {
        try (PolicyUnderTest policy = policy(CPU)) {
            policy.push(Codelets.CUDA, 5);
            policy.push(Codelets.CPU);
            policy.push(Codelets.CUDA);
            assertEquals(1, policy.popAll().size(), "tasks that cpu-0 was given");
            policy.remove(policy.worker(0));
            policy.push(Codelets.CUDA, -5);
            policy.add(CUDA);
            assertEquals(3, policy.popAll().size(), "tasks that a new cuda worker was given");
        }
        try (PolicyUnderTest policy = policy(CPU)) {
            List<FakeTask> pushed = List.of(policy.push(Codelets.CUDA), policy.push(Codelets.CUDA, 3));
            assertEquals(pushed, policy.drain(), "drained tasks that no worker could execute");
        }
    }

    @Test
    void shouldWakeASleepingWorkerOnceItsTaskCanBePopped() {
        for (var codelet : List.of(Codelets.CPU, Codelets.CUDA, Codelets.EITHER)) {
            try (PolicyUnderTest policy = policy(CPU, CUDA);
                    WakeProbe probe = new WakeProbe(policy.policy, policy.context)) {
                policy.workers().forEach(probe::popUntilAsleep);
                FakeTask task = policy.push(codelet);
                probe.expect(task);
            }
        }
    }

    @Test
    void shouldWakeAnotherWorkerForEveryTaskWhileWorkersSleep() {
        try (PolicyUnderTest policy = policy(CPU, CPU, CPU);
                WakeProbe probe = new WakeProbe(policy.policy, policy.context)) {
            policy.workers().forEach(probe::popUntilAsleep);
            for (int i = 0; i < 3; i++) {
                // Each woken worker has popped its task and is busy, so the next task needs another worker.
                FakeTask task = policy.push(Codelets.CPU);
                if (placesTasks()) {
                    probe.expectOrAwait(task, policy.workers());
                } else {
                    probe.expect(task);
                }
            }
        }
    }

    @Test
    void shouldLetNoTaskWaitWhileWorkersThatCanExecuteItSleep() {
        long seed = Seed.take("shouldLetNoTaskWaitWhileWorkersThatCanExecuteItSleep");
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            try (PolicyUnderTest policy = policy(CPU, CUDA, CPU)) {
                for (int step = 0; step < 200; step++) {
                    FakeWorker worker = policy.worker(random.nextInt(3));
                    if (worker.isAsleep() || random.nextInt(4) == 0) {
                        policy.pushAny(random, anyPriority(random));
                    } else if (random.nextInt(3) == 0) {
                        // The worker's last task released others, one of which the worker itself will pop.
                        int released = random.nextInt(4);
                        policy.context.runAs(worker, () -> {
                            for (int i = 0; i < released; i++) {
                                policy.pushAny(random, anyPriority(random));
                            }
                        });
                        popOrSleep(policy, worker);
                    } else {
                        popOrSleep(policy, worker);
                    }
                }
                while (policy.workers().stream().anyMatch(worker -> !worker.isAsleep())) {
                    policy.workers().stream()
                            .filter(worker -> !worker.isAsleep())
                            .forEach(worker -> popOrSleep(policy, worker));
                }
                assertEquals(
                        List.of(),
                        policy.inside(),
                        "tasks that wait while every worker sleeps: a push must wake a worker that can execute the "
                                + "task,"
                                + " see PolicyContext.wakeOneFor; seed " + seed);
            }
        }
    }

    private static void popOrSleep(PolicyUnderTest policy, FakeWorker worker) {
        if (policy.pop(worker) == null) {
            worker.fallAsleep();
        }
    }

    @Test
    void shouldGiveEveryParallelTaskToOneMemberOfItsTeam() {
        long seed = Seed.take("shouldGiveEveryParallelTaskToOneMemberOfItsTeam");
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            try (PolicyUnderTest policy = policy(CPU, CUDA, CPU, CPU, CPU)) {
                policy.combine(combinations(policy.workers()));
                for (int step = 0; step < 300; step++) {
                    FakeWorker worker =
                            policy.worker(random.nextInt(policy.workers().size()));
                    if (worker.isAsleep() || random.nextInt(3) == 0) {
                        policy.pushAny(random, Codelets.anyOrParallel(random), anyPriority(random));
                    } else {
                        popOrSleep(policy, worker);
                    }
                    if (step == 150) {
                        policy.remove(policy.worker(3 + random.nextInt(2)));
                    }
                }
                while (policy.workers().stream().anyMatch(worker -> !worker.isAsleep())) {
                    policy.workers().stream()
                            .filter(worker -> !worker.isAsleep())
                            .forEach(worker -> popOrSleep(policy, worker));
                }
                assertEquals(
                        List.of(),
                        policy.inside(),
                        "tasks, some of them parallel, that wait while every worker sleeps; a policy that leaves them "
                                + "to"
                                + " certain workers must wake these; seed " + seed);
                if (round % 2 == 0) {
                    continue;
                }
                for (int i = 0; i < 50; i++) {
                    policy.pushAny(random, Codelets.anyOrParallel(random), anyPriority(random));
                }
                assertEquals(policy.inside(), policy.drain(), "drained tasks, some of them parallel; seed " + seed);
            }
        }
    }

    /** Returns two pairs of cores, and all four cores. */
    private static List<CombinedWorker> combinations(List<FakeWorker> workers) {
        List<FakeWorker> cores =
                workers.stream().filter(worker -> worker.architecture() == CPU).toList();
        return List.of(
                new CombinedWorker("", cores),
                new CombinedWorker("", cores.subList(0, 2)),
                new CombinedWorker("", cores.subList(2, 4)));
    }

    @Test
    void shouldRefuseAnUnknownPropertyByItsName() {
        parameterProbe().expectOnlyDeclaredNames("tck.no-such-property", handsPropertiesOn());
    }

    @Test
    void shouldRefuseValuesThatItsDeclarationsDoNotAllow() {
        parameterProbe().expectRefusals();
    }

    @Test
    void shouldAcceptValuesThatItsDeclarationsAllow() {
        parameterProbe().expectAllowedValues();
    }

    private ParameterProbe parameterProbe() {
        List<Parameter> declared = declarations().stream().map(Parameter::of).toList();
        return new ParameterProbe(declared, properties(), given -> {
            SchedulingPolicy made = factory().create(new FakePolicyContext(given, new VirtualClock()));
            made.close();
        });
    }

    @Test
    void shouldPrefetchNothingWhenItsPropertyPrefetchIsFalse() {
        PrefetchProbe probe = new PrefetchProbe(factory(), properties());
        long usual = probe.prefetches(Map.of());
        if (usual > 0) {
            assertEquals(
                    0,
                    probe.prefetches(Map.of("prefetch", "false")),
                    "prefetches with prefetch=false, where the policy made " + usual
                            + " without that: a policy that prefetches has the property 'prefetch'");
        }
    }

    @Test
    void shouldKeepPoliciesOfOneFactoryApart() {
        SchedulingPolicyFactory factory = factory();
        try (PolicyUnderTest one = new PolicyUnderTest(factory, properties(), CPU);
                PolicyUnderTest other = new PolicyUnderTest(factory, properties(), CPU)) {
            assertNotSame(one.policy, other.policy, "create must make a new policy at each call");
            FakeTask task = one.push(Codelets.CPU);
            assertNull(other.pop(other.worker(0)), "pop of a policy, after a push to another of the same factory");
            assertEquals(List.of(), other.drain(), "drain of a policy, after a push to another of the same factory");
            assertEquals(List.of(task), one.popAll(), "tasks of the policy that was pushed to");
        }
    }

    @Test
    void shouldLoseAndDuplicateNothingWhenManyThreadsUseIt() throws InterruptedException {
        long seed = Seed.take("shouldLoseAndDuplicateNothingWhenManyThreadsUseIt");
        new ConcurrentUse(factory(), properties(), patience(), seed).run(concurrentTasks(), 0);
    }

    @Test
    void shouldLoseAndDuplicateNothingWhenItIsSwappedUnderLoad() throws InterruptedException {
        long seed = Seed.take("shouldLoseAndDuplicateNothingWhenItIsSwappedUnderLoad");
        new ConcurrentUse(factory(), properties(), patience(), seed).run(concurrentTasks(), 20);
    }

    @Test
    void shouldLeaveNoThreadBehind() throws InterruptedException {
        ThreadCensus census = new ThreadCensus();
        PolicyUnderTest policy = policy(CPU, CUDA);
        pushOfEachKind(policy, 10);
        assertNotNull(policy.pop(policy.worker(0)), "a task for cpu-0");
        policy.drain();
        policy.close();
        census.expectNoNewThreads(patience());
    }

    private static void pushOfEachKind(PolicyUnderTest policy, int times) {
        for (int i = 0; i < times; i++) {
            policy.push(Codelets.CPU, i % 5);
            policy.push(Codelets.CUDA, i % 5);
            policy.push(Codelets.EITHER, i % 5);
        }
    }

    private static int anyPriority(Random random) {
        return PRIORITIES[random.nextInt(PRIORITIES.length)];
    }

    private static List<FakeTask> sortedById(List<FakeTask> tasks) {
        return tasks.stream().sorted((a, b) -> Long.compare(a.id(), b.id())).toList();
    }
}
