package org.asterism.components.modular.eager.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class EagerComponentTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();
    private static final Codelet CUDA =
            Codelet.named("cuda").implementation(Architecture.CUDA, ELSEWHERE).build();

    /** Keeps tasks, and pushes as many as are accepted when it is told that there is room. */
    private static final class Above extends SchedulingComponent {
        final List<Task> tasks = new ArrayList<>();
        Runnable whenAsked = () -> {};
        Runnable whenPulled = () -> {};

        /** Whether it lets its child pull now, though in general it does not. */
        boolean letsNow;

        private final boolean lets;

        Above(ComponentContext context, boolean lets) {
            super(context);
            this.lets = lets;
        }

        @Override
        public boolean push(Task task) {
            return tasks.add(task);
        }

        @Override
        public Task pull(Worker worker, SchedulingComponent to) {
            whenPulled.run();
            return lets || letsNow
                    ? tasks.stream()
                            .filter(worker::canExecute)
                            .findFirst()
                            .filter(tasks::remove)
                            .orElse(null)
                    : null;
        }

        @Override
        public boolean canPush(SchedulingComponent to) {
            Runnable first = whenAsked;
            whenAsked = () -> {};
            first.run();
            return tasks.removeIf(to::push);
        }

        @Override
        public boolean letsPull() {
            return lets;
        }

        @Override
        public boolean letsPull(SchedulingComponent child) {
            return lets || letsNow;
        }
    }

    /** A child that takes what a rule lets it, and counts what it is offered and told. */
    private static final class Below extends SchedulingComponent {
        final List<Task> offered = new ArrayList<>();
        final List<Task> taken = new ArrayList<>();
        Predicate<Task> accepts = task -> true;
        int told;
        private final boolean store;

        Below(ComponentContext context, boolean store) {
            super(context);
            this.store = store;
        }

        @Override
        public boolean push(Task task) {
            offered.add(task);
            return accepts.test(task) && taken.add(task);
        }

        @Override
        public boolean canPull(Task task) {
            told++;
            return true;
        }

        @Override
        public boolean isReservoir() {
            return store;
        }
    }

    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
    private final FakeWorker[] workers = {
        new FakeWorker(0, Architecture.CPU), new FakeWorker(1, Architecture.CPU), new FakeWorker(2, Architecture.CUDA)
    };
    private final List<Below> below = new ArrayList<>();
    private final List<Above> above = new ArrayList<>();
    private int tasks;

    private SchedulingComponent eager(boolean stores, boolean... letsPull) {
        FakeComponentContext place = new FakeComponentContext("eager", Map.of(), policy, new EagerFactory()::create);
        for (boolean lets : letsPull) {
            FakeComponentContext parent =
                    new FakeComponentContext("above", Map.of(), policy, context -> new Above(context, lets));
            above.add((Above) parent.component());
            parent.above(place);
        }
        for (FakeWorker worker : workers) {
            FakeComponentContext child = new FakeComponentContext(
                    "below-" + worker, Map.of(), policy, context -> new Below(context, stores));
            below.add((Below) child.workers(List.of(worker)).component());
            place.above(child);
        }
        return place.workers(List.of(workers)).component();
    }

    private FakeTask task(Codelet codelet) {
        return new FakeTask(++tasks, codelet, 0);
    }

    // Pulling.

    @Test
    void shouldAskItsParentsForATaskForTheWorkerThatPulls() {
        SchedulingComponent eager = eager(false, true);
        FakeTask forCuda = task(CUDA);
        FakeTask forCpu = task(CPU);
        above.getFirst().tasks.addAll(List.of(forCuda, forCpu));
        assertSame(forCpu, eager.pull(workers[1], below.get(1)));
        assertNull(eager.pull(workers[1], below.get(1)));
        assertSame(forCuda, eager.pull(workers[2], below.get(2)));
        assertTrue(below.stream().allMatch(child -> child.offered.isEmpty()), "a detour");
        assertTrue(eager.letsPull());
    }

    @Test
    void shouldHaveOneTaskPushedToAWorkerWhoseParentsDoNotLetItPull() {
        SchedulingComponent eager = eager(false, false);
        FakeTask forCuda = task(CUDA);
        FakeTask first = task(CPU);
        FakeTask second = task(CPU);
        above.getFirst().tasks.addAll(List.of(forCuda, first, second));
        assertNull(eager.pull(workers[1], below.get(1)));
        assertEquals(List.of(first), below.get(1).taken, "only one, though more would fit");
        assertEquals(List.of(forCuda, second), above.getFirst().tasks);
        assertEquals(List.of(), below.get(0).offered);
        assertEquals(List.of(), below.get(2).offered, "it has not asked");
        assertFalse(eager.letsPull());
    }

    @Test
    void shouldPullFromAParentThatLetsItNow() {
        SchedulingComponent eager = eager(false, false);
        FakeTask task = task(CPU);
        Above parent = above.getFirst();
        parent.tasks.add(task);
        parent.letsNow = true;
        parent.whenAsked = () -> fail("a request, though there was nothing to wait for");
        assertSame(task, eager.pull(workers[1], below.get(1)));
        assertNull(eager.pull(workers[1], below.get(1)));
        assertFalse(eager.letsPull(), "in general");
    }

    @Test
    void shouldHaveATaskPushedIfTheParentLetsNobodyPullAnyMore() {
        SchedulingComponent eager = eager(false, false);
        FakeTask task = task(CPU);
        Above parent = above.getFirst();
        parent.tasks.add(task);
        parent.letsNow = true;
        parent.whenPulled = () -> parent.letsNow = false;
        assertTrue(eager.letsPull(below.get(1)));
        assertNull(eager.pull(workers[1], below.get(1)));
        assertFalse(eager.letsPull(below.get(1)), "the parent was pulled from");
        assertEquals(List.of(task), below.get(1).taken);
    }

    @Test
    void shouldTellOfATaskThatComesWhileSomebodyAsksWhoCannotExecuteIt() {
        SchedulingComponent eager = eager(false, false);
        above.getFirst().whenAsked = () -> assertFalse(eager.push(task(CUDA)));
        eager.canPush(below.getFirst());
        assertEquals(1, below.get(2).told + below.get(0).told, "nobody will hear of it otherwise");
    }

    @Test
    void shouldTellStoresOfATaskThatComesWhileSomebodyAsksWhoCannotExecuteIt() {
        SchedulingComponent eager = eager(true, false);
        above.getFirst().whenAsked = () -> assertFalse(eager.push(task(CUDA)));
        eager.canPush(below.getFirst());
        assertEquals(1, below.get(2).told + below.get(0).told);
    }

    @Test
    void shouldAskParentsOfBothSorts() {
        SchedulingComponent eager = eager(false, false, true);
        FakeTask pushed = task(CPU);
        FakeTask pulled = task(CPU);
        above.get(0).tasks.add(pushed);
        above.get(1).tasks.add(pulled);
        assertSame(pulled, eager.pull(workers[0], below.get(0)));
        assertNull(eager.pull(workers[0], below.get(0)));
        assertEquals(List.of(pushed), below.get(0).taken);
        assertTrue(eager.letsPull());
    }

    // Pushing.

    @Test
    void shouldTellWorkersInsteadOfPushingToThemUnasked() {
        SchedulingComponent eager = eager(false, true);
        assertFalse(eager.push(task(CPU)));
        assertEquals(1, below.stream().mapToInt(child -> child.told).sum());
        assertTrue(below.stream().allMatch(child -> child.offered.isEmpty()));
    }

    @Test
    void shouldGiveOneTaskForEachAskingAndOnlyToWhoHasAsked() {
        SchedulingComponent eager = eager(true, true);
        above.getFirst().tasks.addAll(List.of(task(CUDA), task(CPU), task(CPU)));
        assertTrue(eager.canPush(below.get(1)));
        assertEquals(1, below.get(1).taken.size());
        assertEquals(2, above.getFirst().tasks.size());
        assertTrue(eager.canPush(below.get(2)));
        assertEquals(1, below.get(2).taken.size());
        assertTrue(eager.canPush(below.get(0)));
        assertFalse(eager.canPush(below.get(0)), "there is nothing left");
        assertEquals(1, below.get(0).taken.size());
    }

    @Test
    void shouldServeSeveralWhoAskAtOnce() {
        SchedulingComponent eager = eager(true, true);
        FakeTask forCuda = task(CUDA);
        FakeTask forCpu = task(CPU);
        FakeTask tooMany = task(CPU);
        above.getFirst().tasks.addAll(List.of(forCuda, forCpu, tooMany));
        above.getFirst().whenAsked = () -> eager.canPush(below.get(0));
        assertFalse(eager.canPush(below.get(2)), "the other asking had it pushed");
        assertEquals(List.of(forCpu), below.get(0).taken);
        assertEquals(List.of(forCuda), below.get(2).taken);
        assertEquals(List.of(tooMany), above.getFirst().tasks);
    }

    @Test
    void shouldServeWhoStillAsksWhenAnotherHasAskedInVainMeanwhile() {
        SchedulingComponent eager = eager(true, true);
        FakeTask task = task(CPU);
        above.getFirst().whenAsked = () -> {
            assertFalse(eager.canPush(below.get(2)));
            above.getFirst().tasks.add(task);
        };
        assertTrue(eager.canPush(below.get(0)));
        assertEquals(List.of(task), below.get(0).taken);
    }

    @Test
    void shouldSayThatMoreTasksAreOfNoUseWhenEachRequestHasGotOne() {
        SchedulingComponent eager = eager(true, true);
        FakeTask task = task(CPU);
        assertTrue(eager.mayAcceptMore(task), "stores take what nobody asked for");
        List<Boolean> answers = new ArrayList<>();
        above.getFirst().whenAsked = () -> {
            answers.add(eager.mayAcceptMore(task));
            assertTrue(eager.push(task));
            answers.add(eager.mayAcceptMore(task));
            answers.add(eager.mayAcceptMore(task(CUDA)));
        };
        eager.canPush(below.get(0));
        assertEquals(List.of(true, false, true), answers, "who asks cannot execute the last one, so others must hear");
        assertTrue(eager.mayAcceptMore(task));
    }

    @Test
    void shouldSayThatAnotherTaskIsOfUseWhileAnotherRequestWaits() {
        SchedulingComponent eager = eager(true, true);
        FakeTask task = task(CPU);
        List<Boolean> answers = new ArrayList<>();
        above.getFirst().whenAsked = () -> {
            above.getFirst().whenAsked = () -> {
                assertTrue(eager.push(task));
                answers.add(eager.mayAcceptMore(task));
                assertTrue(eager.push(task(CPU)));
                answers.add(eager.mayAcceptMore(task));
            };
            eager.canPush(below.get(1));
        };
        eager.canPush(below.get(0));
        assertEquals(List.of(true, false), answers);
    }

    @Test
    void shouldKeepTheWishOfAChildThatRefusesATask() {
        SchedulingComponent eager = eager(true, true);
        FakeTask unwanted = task(CPU);
        FakeTask wanted = task(CPU);
        above.getFirst().tasks.addAll(List.of(unwanted, wanted));
        below.get(0).accepts = task -> task == wanted;
        assertTrue(eager.canPush(below.get(0)));
        assertEquals(List.of(wanted), below.get(0).taken);
        assertEquals(List.of(unwanted), above.getFirst().tasks);
    }

    @Test
    void shouldForgetTheWishOfAnAskingThatEndsBeforeItsTaskIsRefused() {
        eager(true, true);
        Requests all = new Requests();
        Branch branch = new Branch(below.get(0), all);
        branch.ask();
        below.get(0).accepts = task -> {
            branch.stopAsking();
            return false;
        };
        assertFalse(branch.pushIfWanted(task(CPU)));
        below.get(0).accepts = task -> true;
        assertFalse(branch.pushIfWanted(task(CPU)), "nobody asks any more");
        assertFalse(all.areOpen() || all.areRunning());
        branch.ask();
        assertTrue(branch.pushIfWanted(task(CPU)));
        assertFalse(branch.pushIfWanted(task(CPU)));
        branch.stopAsking();
        assertFalse(all.areOpen() || all.areRunning());
    }

    @Test
    void shouldForgetAWishWhenTheAskingIsOver() {
        SchedulingComponent eager = eager(true, true);
        assertFalse(eager.canPush(below.get(0)), "there is nothing");
        above.getFirst().tasks.addAll(List.of(task(CPU), task(CPU)));
        assertTrue(eager.canPush(below.get(1)));
        assertEquals(List.of(), below.get(0).taken);
        assertEquals(1, above.getFirst().tasks.size());
    }

    @Test
    void shouldOfferATaskOnceToEachChildThatCanExecuteItWhenNobodyAsks() {
        SchedulingComponent eager = eager(true, true);
        below.forEach(child -> child.accepts = task -> false);
        assertFalse(eager.push(task(CPU)));
        assertEquals(
                List.of(1, 1, 0),
                below.stream().map(child -> child.offered.size()).toList());
        assertFalse(eager.push(task(CPU)));
        assertFalse(eager.push(task(CUDA)));
        assertEquals(
                List.of(1, 1, 1),
                below.stream().map(child -> child.offered.size()).toList(),
                "who is full is not offered more until it asks");
        eager.canPush(below.get(1));
        below.get(1).accepts = task -> true;
        FakeTask task = task(CPU);
        assertTrue(eager.push(task));
        assertEquals(List.of(task), below.get(1).taken);
        assertEquals(1, below.get(0).offered.size());
    }

    @Test
    void shouldBelieveAChildThatAsksWhileItRefuses() {
        SchedulingComponent eager = eager(true, true);
        below.get(1).accepts = task -> false;
        below.get(0).accepts = task -> {
            eager.canPush(below.get(0)); // a worker has taken a task from it meanwhile
            return false;
        };
        assertFalse(eager.push(task(CPU)));
        below.get(0).accepts = task -> true;
        assertTrue(eager.push(task(CPU)), "it has room");
    }

    @Test
    void shouldDealOutInTurnWhatNobodyAskedFor() {
        SchedulingComponent eager = eager(true, true);
        for (int i = 0; i < 4; i++) {
            assertTrue(eager.push(task(CPU)));
        }
        assertEquals(
                List.of(2, 2, 0),
                below.stream().map(child -> child.taken.size()).toList());
    }

    @Test
    void shouldNotTakeSomebodyElsesChildForItsOwn() {
        SchedulingComponent eager = eager(true, true);
        assertThrows(IllegalArgumentException.class, () -> eager.canPush(above.getFirst()));
    }
}
