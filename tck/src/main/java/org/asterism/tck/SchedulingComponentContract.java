package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Architecture;
import org.asterism.api.Parameter;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.ComponentUnderTest.Below;
import org.asterism.tck.TaskAccount.Place;
import org.junit.jupiter.api.Test;

/**
 * Contract of every scheduling component; see {@link SchedulingComponent}.
 *
 * <p>The component is tested between a parent that keeps tasks and takes refused ones back, and children with workers:
 * small stores, and stand-ins for workers. The component declares most of its promises itself
 * ({@link SchedulingComponent#isReservoir}, {@link SchedulingComponent#isBounded}, {@link SchedulingComponent#branches}
 * and so on). A subclass names the factory, and further properties.
 */
public abstract class SchedulingComponentContract {
    private static final Architecture CPU = Architecture.CPU;
    private static final Architecture CUDA = Architecture.CUDA;
    private static final int MANY = 10_000;

    /** Called by subclasses. */
    protected SchedulingComponentContract() {}

    /**
     * Returns the factory under test.
     *
     * @return factory whose {@code create} returns a new component at each call
     */
    protected abstract SchedulingComponentFactory factory();

    /**
     * Returns the parameters of the component in all tests.
     *
     * @return parameters; by default none
     */
    protected Map<String, String> parameters() {
        return Map.of();
    }

    /**
     * Returns the declarations of the component's parameters. The tests check that the component enforces them.
     *
     * @return declarations; by default those in the factory's component description, or none
     */
    protected List<String> declarations() {
        return ParameterProbe.declarationsOf(factory(), SchedulingComponentFactory.PARAMETERS);
    }

    /**
     * Returns the order in which a store gives tasks away.
     *
     * @return order; by default {@link PolicyOrder#ANY}
     */
    protected PolicyOrder order() {
        return PolicyOrder.ANY;
    }

    /**
     * Whether the component can be directly above workers, without a store between.
     *
     * @return by default true
     */
    protected boolean worksAboveWorkers() {
        return true;
    }

    /**
     * Whether the component can be above stores. It cannot if tasks pass it only by pulls.
     *
     * @return by default true
     */
    protected boolean worksAboveStores() {
        return true;
    }

    /**
     * Whether each child has all workers below it, rather than its own worker. Children of a component with
     * {@link SchedulingComponent#branches branches} always have all workers.
     *
     * @return by default false
     */
    protected boolean everyChildHasAllWorkers() {
        return false;
    }

    /**
     * Whether the component makes its decisions one after the other and documents it, so that a push may wait for
     * another push.
     *
     * @return by default false
     */
    protected boolean decidesOneAfterTheOther() {
        return false;
    }

    /**
     * Prepares predictions and data before the component is created.
     *
     * @param context context of the component; by default it predicts some milliseconds for each task
     */
    protected void prepare(FakePolicyContext context) {}

    /**
     * Prepares a task before it is pushed, for instance with a {@link org.asterism.api.Task#hint hint}.
     *
     * @param task any of the contract's tasks
     */
    protected void prepare(FakeTask task) {}

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
     * @return number of tasks; by default twenty thousand
     */
    protected int concurrentTasks() {
        return 20_000;
    }

    private List<Below> arrangements() {
        List<Below> possible = new ArrayList<>(List.of(Below.values()));
        if (!worksAboveStores()) {
            possible.remove(Below.STORES);
        }
        if (!worksAboveWorkers()) {
            possible.remove(Below.WORKERS);
        }
        return possible;
    }

    private ComponentUnderTest scene(Below below, long seed) {
        return new ComponentUnderTest(this, below, new VirtualClock(), seed, 1);
    }

    private ComponentUnderTest scene(Below below) {
        return scene(below, 1);
    }

    // Ownership of tasks.

    @Test
    void shouldBringEveryTaskToOneWorkerExactlyOnce() {
        long seed = Seed.take("shouldBringEveryTaskToOneWorkerExactlyOnce");
        for (Below below : arrangements()) {
            Random random = new Random(seed);
            try (ComponentUnderTest scene = scene(below, seed).with(CPU, CUDA, CPU)) {
                scene.children().forEach(child -> child.refuseSome(below == Below.STORES ? 3 : 0));
                for (int step = 0; step < 1500; step++) {
                    // First more tasks arrive than leave, then the other way round: with a full component, and with an
                    // empty one.
                    if (random.nextInt(1500) > step) {
                        if (random.nextInt(3) == 0) {
                            scene.parent().pushDirectly(scene.anyTask(random));
                        } else if (random.nextBoolean()) {
                            scene.parent().keep(scene.anyTask(random));
                        }
                    }
                    if (below == Below.STORES && random.nextInt(4) == 0) {
                        scene.component.canPush(any(scene.children(), random));
                    } else if (random.nextBoolean()) {
                        scene.ask(any(scene.workers, random));
                    }
                    expectWhatItSaysItKeeps(scene);
                }
                scene.askAll();
                scene.expectNothingLeft("above " + below);
            }
        }
    }

    @Test
    void shouldGiveSeveralWorkersTogetherOnlyWhatTheyCanRunTogether() {
        if (!arrangements().contains(Below.STORES)) {
            return; // leaders of combined workers receive pushes
        }
        long seed = Seed.take("shouldGiveSeveralWorkersTogetherOnlyWhatTheyCanRunTogether");
        Random random = new Random(seed);
        try (ComponentUnderTest scene =
                scene(Below.STORES, seed).with(CPU, CUDA, CPU).withCombined()) {
            for (int step = 0; step < 1000; step++) {
                if (random.nextInt(1000) > step) {
                    FakeTask task = scene.anyTask(random, Codelets.anyOrParallel(random));
                    if (random.nextBoolean()) {
                        scene.parent().pushDirectly(task);
                    } else {
                        scene.parent().keep(task);
                    }
                }
                if (random.nextInt(4) == 0) {
                    scene.component.canPush(any(scene.children(), random));
                } else {
                    scene.ask(any(scene.workers, random));
                }
                expectWhatItSaysItKeeps(scene);
            }
            scene.askAll();
            scene.expectNothingLeft("above stores, one of which is that of workers together");
        }
    }

    /** Checks that a component keeps only tasks that it reports. */
    private static void expectWhatItSaysItKeeps(ComponentUnderTest scene) {
        scene.account.check();
        List<FakeTask> inside = scene.inside();
        if (!scene.component.isReservoir()) {
            assertEquals(
                    List.of(),
                    inside,
                    "tasks that are neither above nor below, though isReservoir() is false: who accepts a task must "
                            + "keep it and"
                            + " say so, or have a child take it");
        }
        assertEquals(
                inside.size(), scene.component.storedTasks(), () -> "storedTasks(), while the component has " + inside);
        String name = scene.component.context().name();
        for (FakeTask task : inside) {
            assertEquals(
                    Optional.of(name),
                    scene.policy.keeper(task),
                    () -> "the keeper of " + task + " that was reported last: a component that keeps tasks must call"
                            + " ComponentContext.stored for each");
        }
    }

    @Test
    void shouldLeaveARefusedTaskWithItsCaller() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU, CUDA, CPU)) {
                scene.children().forEach(child -> child.room(0));
                scene.parent().shut(true);
                Random random = new Random(1);
                for (int i = 0; i < 40; i++) {
                    FakeTask task = scene.anyTask(random);
                    boolean accepted = scene.parent().pushDirectly(task);
                    assertTrue(
                            accepted == (scene.account.place(task) == Place.INSIDE),
                            () -> "push of " + task + " answered " + accepted + ", but it was "
                                    + scene.account.place(task));
                    expectWhatItSaysItKeeps(scene);
                }
                List<FakeTask> kept = scene.inside();
                assertEquals(byId(kept), byId(scene.drain()), "drained tasks, which must be those that were accepted");
                scene.account.check();
            }
        }
    }

    @Test
    void shouldRefuseWhatItCannotPlaceInsteadOfThrowing() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU, CPU)) {
                scene.parent().shut(true);
                for (int i = 0; i < 10; i++) {
                    scene.parent().pushDirectly(scene.task(Codelets.CUDA, i));
                    scene.parent().pushDirectly(scene.task(Codelets.CPU, i, worker -> false));
                    expectWhatItSaysItKeeps(scene);
                }
                scene.workers.forEach(scene::ask);
                scene.account.check();
            }
            try (ComponentUnderTest scene = scene(below).with()) {
                scene.parent().shut(true);
                for (int i = 0; i < 10; i++) {
                    scene.parent().pushDirectly(scene.task(Codelets.EITHER, i));
                    expectWhatItSaysItKeeps(scene);
                }
                assertEstimates(scene, "without children");
                scene.parent().shut(false);
                scene.with(CPU, CUDA, CPU);
                scene.askAll();
                scene.expectNothingLeft("when children came");
            }
        }
    }

    @Test
    void shouldWorkWithoutParents() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = new ComponentUnderTest(this, below, new VirtualClock(), 1, 0)) {
                scene.with(CPU, CUDA);
                FakeChild child = scene.children().getFirst();
                assertNull(scene.component.pull(scene.workers.getFirst(), child), "pull from a root that has nothing");
                assertFalse(scene.component.canPush(child), "canPush of a root that has nothing");
            }
        }
    }

    @Test
    void shouldDecideAboutTheWorkersOfItsContextOnly() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU, CUDA, CPU)) {
                FakeWorker other = scene.workers.getFirst();
                scene.leaveContext(other);
                for (int i = 0; i < 50; i++) {
                    scene.parent().keep(scene.task(Codelets.CPU, i % 3));
                    scene.ask(scene.workers.getFirst());
                }
                scene.askAll();
                scene.expectNothingLeft("when one of them was not in the context");
                assertEquals(0, other.executedTasks(), "tasks of a worker below that is not in the context");
            }
        }
    }

    @Test
    void shouldServeSeveralParents() {
        long seed = Seed.take("shouldServeSeveralParents");
        for (Below below : arrangements()) {
            Random random = new Random(seed);
            try (ComponentUnderTest scene = new ComponentUnderTest(this, below, new VirtualClock(), seed, 2)) {
                scene.with(CPU, CUDA, CPU);
                for (int step = 0; step < 300; step++) {
                    if (random.nextBoolean()) {
                        any(scene.parents, random).keep(scene.anyTask(random));
                    } else {
                        scene.ask(any(scene.workers, random));
                    }
                    expectWhatItSaysItKeeps(scene);
                }
                scene.askAll();
                scene.expectNothingLeft("from two parents, which are all to be asked");
            }
        }
    }

    // Hints.

    @Test
    void shouldTellItsParentsThatThereIsRoomBelow() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU, CUDA, CPU)) {
                if (scene.component.isReservoir()) {
                    continue; // The component may have tasks of its own to push; see the next test.
                }
                for (FakeChild child : scene.children()) {
                    long before = scene.parent().told();
                    scene.component.canPush(child);
                    assertTrue(
                            scene.parent().told() > before,
                            "canPush(" + child
                                    + ") did not reach the parent: a component that keeps nothing must let it pass");
                }
            }
        }
    }

    @Test
    void shouldTellItsParentsWhenItHasRoomAgain() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU)) {
                if (!scene.component.isBounded()) {
                    continue;
                }
                scene.children().forEach(child -> child.room(0));
                int pushed = 0;
                while (scene.parent().pushDirectly(scene.task(Codelets.CPU, 0))) {
                    assertTrue(
                            ++pushed < MANY,
                            "isBounded() is true, but it has accepted " + MANY + " tasks of 1 ms each");
                }
                scene.account.check();
                scene.children().forEach(child -> child.room(1));
                for (int i = 0; i < 5; i++) {
                    scene.parent().keep(scene.task(Codelets.CPU, 0));
                }
                int waiting = scene.parent().size();
                FakeTask out = scene.ask(scene.workers.getFirst());
                if (out == null) {
                    out = scene.ask(scene.workers.getFirst());
                }
                assertTrue(out != null, "no task came out of a full store whose worker asked for one");
                assertTrue(
                        scene.parent().size() < waiting,
                        "a task left a full store, but no other one came in: it must call canPush of its parents when "
                                + "it has room");
                scene.askAll();
                scene.expectNothingLeft("out of a store that had been full");
            }
        }
    }

    @Test
    void shouldTellItsChildrenOfATaskThatCanBePulled() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU, CPU, CPU)) {
                scene.children().forEach(child -> child.room(0));
                scene.parent().shut(true);
                long before = asked(scene);
                FakeTask task = scene.task(Codelets.CPU, 0);
                boolean accepted = scene.parent().pushDirectly(task);
                assertTrue(
                        !accepted || asked(scene) > before,
                        "push kept a task, but no child was offered it, or told by canPull that it can be pulled");
                before = asked(scene);
                long told = scene.parent().told();
                scene.component.canPull(scene.task(Codelets.CPU, 0));
                assertTrue(
                        asked(scene) > before || scene.parent().told() > told,
                        "canPull reached no child, and no parent was asked to push");
            }
        }
    }

    private static long asked(ComponentUnderTest scene) {
        return scene.children().stream().mapToLong(FakeChild::asked).sum();
    }

    @Test
    void shouldLetNoTaskWaitWhileWorkersThatCanExecuteItSleep() {
        long seed = Seed.take("shouldLetNoTaskWaitWhileWorkersThatCanExecuteItSleep");
        Random random = new Random(seed);
        for (Below below : arrangements()) {
            for (int round = 0; round < 40; round++) {
                try (ComponentUnderTest scene = scene(below, seed + round).with(CPU, CUDA, CPU)) {
                    for (int step = 0; step < 150; step++) {
                        FakeWorker worker = any(scene.workers, random);
                        if (worker.isAsleep() || random.nextInt(4) == 0) {
                            if (random.nextInt(3) == 0 && scene.component.isReservoir()) {
                                scene.parent().pushDirectly(scene.anyTask(random));
                            } else {
                                scene.parent().keep(scene.anyTask(random));
                            }
                        } else {
                            askOrSleep(scene, worker);
                        }
                    }
                    askUntilAllSleep(scene);
                    // No worker is awake that would find this task without being told.
                    if (round % 2 == 0 && scene.component.isReservoir()) {
                        scene.parent().pushDirectly(scene.anyTask(random));
                    } else {
                        scene.parent().keep(scene.anyTask(random));
                    }
                    askUntilAllSleep(scene);
                    scene.expectNothingLeft("while all of them sleep, above " + below
                            + ": who keeps a task must tell its children by canPull, and who lets tasks pass must let "
                            + "canPull and"
                            + " canPush pass");
                }
            }
        }
    }

    private static void askUntilAllSleep(ComponentUnderTest scene) {
        while (scene.workers.stream().anyMatch(worker -> !worker.isAsleep())) {
            scene.workers.stream().filter(worker -> !worker.isAsleep()).forEach(worker -> askOrSleep(scene, worker));
        }
    }

    private static void askOrSleep(ComponentUnderTest scene, FakeWorker worker) {
        if (scene.ask(worker) == null) {
            worker.fallAsleep();
            if (scene.ask(worker) != null) {
                worker.wakeUp();
            }
        }
    }

    @Test
    void shouldTellOfATaskThatIsPutBackWhileSomebodyLooks() {
        try (ComponentUnderTest scene = scene(Below.STORES).with(CPU, CUDA)) {
            FakeWorker asking = scene.workers.getFirst();
            FakeWorker looking = scene.workers.get(1);
            scene.children().forEach(child -> child.accept(task -> false));
            FakeTask task = scene.task(Codelets.CUDA, 0);
            if (!scene.parent().pushDirectly(task)) {
                return; // It keeps no tasks, so it puts none back.
            }
            AtomicInteger offers = new AtomicInteger();
            scene.children()
                    .forEach(child -> child.accept(offered -> {
                        if (offers.getAndIncrement() > 0) {
                            return true;
                        }
                        // The task is on its way to a child that will refuse it. A worker that searches now finds
                        // nothing and goes to sleep.
                        lookAndSleep(scene, looking);
                        return false;
                    }));
            scene.ask(asking);
            scene.account.check();
            assertTrue(
                    offers.get() == 0 || !looking.isAsleep() || scene.account.place(task) != Place.INSIDE,
                    () -> task + " was put back after a child had refused it, while " + looking
                            + ", the only worker that can execute it, looked for tasks, found none and fell asleep: "
                            + "tell the"
                            + " children again when somebody may have looked meanwhile");
        }
    }

    private void lookAndSleep(ComponentUnderTest scene, FakeWorker worker) {
        Thread look = Thread.ofPlatform().daemon().name("looking-" + worker).start(() -> {
            scene.ask(worker);
            worker.fallAsleep();
            scene.ask(worker);
        });
        try {
            look.join(patience());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldNotLetARefusedTaskBlockOthers() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU, CUDA, CPU)) {
                scene.children().forEach(child -> child.accept(task -> false));
                scene.parent().shut(true);
                List<FakeTask> free = new ArrayList<>();
                for (int i = 0; i < 12; i++) {
                    FakeTask task = switch (i % 4) {
                        case 0 -> scene.task(Codelets.CPU, 2);
                        case 1 -> scene.task(Codelets.CPU, 1, worker -> worker.id() == 0);
                        case 2 -> scene.task(Codelets.CPU, 0, worker -> worker.id() == 2);
                        default -> scene.task(Codelets.CUDA, 0);
                    };
                    if (scene.parent().pushDirectly(task) && i % 4 > 1) {
                        free.add(task);
                    }
                }
                scene.children()
                        .forEach(child -> child.accept(task ->
                                task.codelet() == Codelets.CUDA || task.isRestricted() && task.priority() == 0));
                scene.askAll();
                scene.account.check();
                free.removeIf(task -> scene.account.place(task) == Place.OUT);
                assertEquals(
                        List.of(),
                        free,
                        "tasks that no worker came by because others, which run elsewhere, were refused before them");
            }
        }
    }

    // Order.

    @Test
    void shouldHandTasksOnInTheOrderItPromises() {
        long seed = Seed.take("shouldHandTasksOnInTheOrderItPromises");
        for (Below below : arrangements()) {
            Random random = new Random(seed);
            try (ComponentUnderTest scene = scene(below, seed).with(CPU)) {
                if (!scene.component.isReservoir()) {
                    continue;
                }
                scene.children().forEach(child -> {
                    if (below == Below.STORES) {
                        // Refused tasks are put back, which must not change the order within a lane.
                        child.room(1);
                        child.refuseSome(5);
                    }
                });
                scene.account.order(order());
                for (int step = 0; step < 2000; step++) {
                    if (random.nextInt(2000) > step) {
                        scene.parent().keep(scene.task(Codelets.CPU, random.nextInt(-3, 4)));
                        scene.component.canPush(scene.children().getFirst());
                        scene.account.check();
                    } else {
                        scene.ask(scene.workers.getFirst());
                    }
                    scene.account.check();
                }
            }
        }
    }

    // Self-description.

    @Test
    void shouldEstimateWithNumbersThatMakeSense() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below)) {
                assertEstimates(scene, "before it has children");
                scene.with(CPU, CUDA, CPU);
                assertEstimates(scene, "with no tasks");
                Random random = new Random(1);
                for (int i = 0; i < 30; i++) {
                    scene.parent().keep(scene.anyTask(random));
                    scene.parent().pushDirectly(scene.anyTask(random));
                    scene.component.canPush(scene.children().getFirst());
                    assertEstimates(scene, "with tasks");
                }
                scene.pass(Duration.ofSeconds(1));
                assertEstimates(scene, "when time has passed");
                scene.askAll();
                assertEstimates(scene, "when all tasks are gone");
                assertEquals(0, scene.component.expectedNanos(), "expectedNanos() without tasks");
                scene.withoutChildren();
                scene.parent().pushDirectly(scene.task(Codelets.CPU, 0));
                assertEstimates(scene, "when its children are gone");
            }
        }
    }

    private static void assertEstimates(ComponentUnderTest scene, String when) {
        double load = scene.component.estimatedLoad();
        assertTrue(Double.isFinite(load) && load >= 0, () -> "estimatedLoad() is " + load + " " + when);
        long end = scene.component.estimatedEnd();
        long now = scene.policy.clock().nanoTime();
        assertTrue(end >= now, () -> "estimatedEnd() is " + end + " " + when + ", and it is " + now + " already");
        long expected = scene.component.expectedNanos();
        assertTrue(expected >= 0, () -> "expectedNanos() is " + expected + " " + when);
        assertTrue(scene.component.storedTasks() >= 0, () -> "storedTasks() is negative " + when);
    }

    @Test
    void shouldCountWhatItKeepsInItsLoad() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU)) {
                scene.children().forEach(child -> child.room(0));
                double before = scene.component.estimatedLoad();
                if (scene.parent().pushDirectly(scene.task(Codelets.CPU, 0))) {
                    assertTrue(
                            scene.component.estimatedLoad() > before,
                            "estimatedLoad() did not grow when the component kept a task, above " + below);
                }
                scene.account.check();
            }
        }
    }

    @Test
    void shouldSayOfItselfWhatFitsTogether() {
        try (ComponentUnderTest scene = scene(Below.STORES)) {
            SchedulingComponent component = scene.component;
            assertTrue(component.mostChildren() >= 1, "mostChildren() must be 1 or more");
            assertTrue(
                    component.mostChildren() >= component.branches().size(),
                    () -> "mostChildren() is " + component.mostChildren() + ", but there are the branches "
                            + component.branches());
            assertTrue(
                    component.isReservoir() || !component.isBounded(),
                    "isBounded() is true, but isReservoir() is false: who keeps nothing has no bound");
            assertEquals("under-test", component.toString(), "toString() must be the name that the context gives");
        }
    }

    // Structure.

    @Test
    void shouldKeepTasksWhenChildrenComeAndGo() {
        long seed = Seed.take("shouldKeepTasksWhenChildrenComeAndGo");
        for (Below below : arrangements()) {
            Random random = new Random(seed);
            try (ComponentUnderTest scene = scene(below, seed).with(CPU, CUDA, CPU)) {
                for (int round = 0; round < 12; round++) {
                    for (int i = 0; i < 40; i++) {
                        if (random.nextBoolean()) {
                            scene.parent().pushDirectly(scene.anyTask(random));
                        } else {
                            scene.parent().keep(scene.anyTask(random));
                        }
                        if (!scene.workers.isEmpty() && random.nextInt(3) == 0) {
                            scene.ask(any(scene.workers, random));
                        }
                        expectWhatItSaysItKeeps(scene);
                    }
                    if (scene.childPlaces.size() > 1
                            && scene.component.branches().isEmpty()) {
                        scene.withoutChild(random.nextInt(scene.childPlaces.size()));
                        expectWhatItSaysItKeeps(scene);
                        scene.workers.forEach(scene::ask);
                    }
                    scene.withoutChildren();
                    expectWhatItSaysItKeeps(scene);
                    if (random.nextBoolean()) {
                        scene.parent().keep(scene.anyTask(random));
                        scene.parent().pushDirectly(scene.anyTask(random));
                    }
                    scene.with(CPU, CUDA, CPU);
                    expectWhatItSaysItKeeps(scene);
                }
                scene.askAll();
                scene.expectNothingLeft("when all of them had been replaced, above " + below);
            }
        }
    }

    @Test
    void shouldDrainEveryTaskOnceAndGoOn() {
        long seed = Seed.take("shouldDrainEveryTaskOnceAndGoOn");
        for (Below below : arrangements()) {
            Random random = new Random(seed);
            try (ComponentUnderTest scene = scene(below, seed).with(CPU, CUDA, CPU)) {
                for (int round = 0; round < 3; round++) {
                    for (int i = 0; i < 200; i++) {
                        scene.parent().pushDirectly(scene.anyTask(random));
                        if (random.nextInt(3) == 0) {
                            scene.ask(any(scene.workers, random));
                        }
                    }
                    List<FakeTask> inside = scene.inside();
                    assertEquals(
                            byId(inside),
                            byId(scene.drain()),
                            "drained tasks, and those that the component had; seed " + seed);
                    assertEquals(List.of(), scene.drain(), "a second drain");
                    scene.account.check();
                    assertEquals(0, scene.component.storedTasks(), "storedTasks() after a drain");
                    assertEquals(0, scene.component.expectedNanos(), "expectedNanos() after a drain");
                    scene.askAll();
                }
                scene.expectNothingLeft("after drains");
            }
        }
    }

    @Test
    void shouldRefuseAnUnknownParameterByItsName() {
        parameterProbe().expectOnlyDeclaredNames("tck.no-such-parameter", false);
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
        return new ParameterProbe(declared, parameters(), given -> {
            FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
            prepare(policy);
            new FakeComponentContext("under-test", given, policy, factory()::create)
                    .component()
                    .close();
        });
    }

    @Test
    void shouldKeepComponentsOfOneFactoryApart() {
        SchedulingComponentFactory factory = factory();
        for (Below below : arrangements()) {
            try (ComponentUnderTest one = scene(below, factory).with(CPU);
                    ComponentUnderTest other = scene(below, factory).with(CPU)) {
                assertNotSame(one.component, other.component, "create must make a new component at each call");
                for (int i = 0; i < 5; i++) {
                    one.parent().keep(one.task(Codelets.CPU, i));
                    one.parent().pushDirectly(one.task(Codelets.CPU, i));
                }
                other.askAll();
                assertEquals(
                        List.of(), other.drain(), "drain of a component, after pushes to another of the same factory");
                other.account.check();
                assertEquals(
                        0, other.component.storedTasks(), "storedTasks(), after pushes to another of the same factory");
                one.askAll();
                one.expectNothingLeft("of the component that was pushed to");
            }
        }
    }

    private ComponentUnderTest scene(Below below, SchedulingComponentFactory factory) {
        return new ComponentUnderTest(this, factory, below, new VirtualClock(), 1, 1);
    }

    // Threads.

    @Test
    void shouldHoldNoLockWhileItCallsOthers() {
        for (Below below : arrangements()) {
            try (ComponentUnderTest scene = scene(below).with(CPU, CUDA, CPU);
                    LockProbe probe = new LockProbe(scene, patience().dividedBy(2), decidesOneAfterTheOther())) {
                Random random = new Random(1);
                for (int i = 0; i < 30; i++) {
                    scene.parent().keep(scene.anyTask(random));
                    scene.parent().pushDirectly(scene.anyTask(random));
                    scene.component.canPush(any(scene.children(), random));
                    scene.component.estimatedEnd();
                    scene.component.estimatedLoad();
                    scene.ask(any(scene.workers, random));
                    probe.check();
                }
            }
        }
    }

    @Test
    void shouldLoseAndDoubleNothingWhenManyThreadsUseIt() throws InterruptedException {
        long seed = Seed.take("shouldLoseAndDoubleNothingWhenManyThreadsUseIt");
        for (Below below : arrangements()) {
            new ConcurrentComponentUse(this, below, seed, false).run();
        }
    }

    @Test
    void shouldLetNoTaskWaitWhileWorkersSleepWhenManyThreadsUseIt() throws InterruptedException {
        long seed = Seed.take("shouldLetNoTaskWaitWhileWorkersSleepWhenManyThreadsUseIt");
        for (Below below : arrangements()) {
            new ConcurrentComponentUse(this, below, seed, true).run();
        }
    }

    @Test
    void shouldLeaveNoThreadBehind() throws InterruptedException {
        ThreadCensus census = new ThreadCensus();
        for (Below below : arrangements()) {
            ComponentUnderTest scene = scene(below).with(CPU, CUDA, CPU);
            Random random = new Random(1);
            for (int i = 0; i < 20; i++) {
                scene.parent().keep(scene.anyTask(random));
            }
            scene.askAll();
            scene.close();
        }
        census.expectNoNewThreads(patience());
    }

    private static <T> T any(List<T> some, Random random) {
        return some.get(random.nextInt(some.size()));
    }

    private static List<FakeTask> byId(List<FakeTask> tasks) {
        List<FakeTask> sorted = new ArrayList<>(tasks);
        sorted.sort((one, other) -> Long.compare(one.id(), other.id()));
        return sorted;
    }
}
