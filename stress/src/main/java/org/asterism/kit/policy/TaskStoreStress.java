package org.asterism.kit.policy;

import static org.asterism.stress.Specimens.WORKER;
import static org.asterism.stress.Specimens.idOf;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.reflect.Proxy;
import org.asterism.api.Task;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.stress.RecordingHost;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link TaskStore}: tasks are added, taken and put back by any threads; every task is taken for good exactly once. */
final class TaskStoreStress {
    private static final Task FIRST = Specimens.job(new RecordingHost(), 1);
    private static final Task SECOND = Specimens.job(new RecordingHost(), 2);
    /** Changes the store from one without ranks to one with ranks. */
    private static final Task URGENT = Specimens.job(new RecordingHost(), 3).priority(1);

    /** Stamps tasks with their ids. */
    private static final PolicyContext STAMPS = (PolicyContext) Proxy.newProxyInstance(
            PolicyContext.class.getClassLoader(),
            new Class<?>[] {PolicyContext.class},
            (self, method, arguments) -> ((Task) arguments[0]).id());

    private TaskStoreStress() {}

    private static TaskStore store(Task... tasks) {
        TaskStore store = new TaskStore(STAMPS, Task::priority);
        for (Task task : tasks) {
            store.add(task);
        }
        return store;
    }

    @JCStressTest
    @Description("One thread takes a task out and puts it back, another takes one for good.")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The first was there; the second is left.")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "The first was out.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled, or the taker overlooked the second.")
    @State
    public static class PutBackAndTake {
        private final TaskStore store = store(FIRST, SECOND);

        @Actor
        public void offer() {
            TaskStore.Round round = store.round(null);
            store.refuse(round, store.takeFirst(round), 0);
        }

        @Actor
        public void take(II_Result result) {
            result.r1 = idOf(store.takeFor(WORKER));
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r2 = idOf(store.takeFor(WORKER));
        }
    }

    @JCStressTest
    @Description("One thread takes a task out and puts it back, another adds one before which it belongs, or not.")
    @Outcome(id = "3, 1, 0", expect = ACCEPTABLE, desc = "Both are there, in their order.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled, or is out of order.")
    @State
    public static class PutBackAndAdd {
        private final TaskStore store = store(FIRST);

        @Actor
        public void offer() {
            TaskStore.Round round = store.round(null);
            store.refuse(round, store.takeFirst(round), 0);
        }

        @Actor
        public void add() {
            store.add(URGENT);
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = idOf(store.takeFor(WORKER));
            result.r2 = idOf(store.takeFor(WORKER));
            result.r3 = (int) store.size();
        }
    }

    @JCStressTest
    @Description("Two threads add tasks whose stamps came to them the other way round.")
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "They are in the order of their stamps.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled, or is out of order.")
    @State
    public static class AddInAnyOrder {
        private final TaskStore store = store();

        @Actor
        public void addSecond() {
            store.add(SECOND);
        }

        @Actor
        public void addFirst() {
            store.add(FIRST);
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = idOf(store.takeFor(WORKER));
            result.r2 = idOf(store.takeFor(WORKER));
            result.r3 = (int) store.size();
        }
    }

    @JCStressTest
    @Description("One thread takes the first task, another steals the last.")
    @Outcome(
            id = {"1, 2, 0", "2, 1, 0"},
            expect = ACCEPTABLE,
            desc = "Each got one.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled, or somebody overlooked one.")
    @State
    public static class TakeAndSteal {
        private final TaskStore store = store(FIRST, SECOND);

        @Actor
        public void take(III_Result result) {
            result.r1 = idOf(store.takeFor(WORKER));
        }

        @Actor
        public void steal(III_Result result) {
            result.r2 = idOf(store.stealFor(WORKER));
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = (int) store.size() + idOf(store.takeFor(WORKER));
        }
    }
}
