package org.asterism.kit.policy;

import static org.asterism.stress.Specimens.WORKER;
import static org.asterism.stress.Specimens.idOf;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
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

/**
 * {@link TaskDeque}: an owner and thieves take, any thread adds; and the thieves' information about empty queues is
 * never out of date.
 */
final class TaskDequeStress {
    private static final Task FIRST = Specimens.job(new RecordingHost(), 1);
    private static final Task SECOND = Specimens.job(new RecordingHost(), 2);
    private static final Task THIRD = Specimens.job(new RecordingHost(), 3);

    private TaskDequeStress() {}

    @JCStressTest
    @Description("The owner takes twice while a thief takes once.")
    @Outcome(
            id = {"1, 2, 0", "1, 0, 2"},
            expect = ACCEPTABLE,
            desc = "The owner was first; the thief got the newest of what was left, or nothing.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled or taken from the wrong end.")
    @State
    public static class TakeAndSteal {
        private final TaskDeque deque = new TaskDeque(true);

        public TakeAndSteal() {
            deque.add(FIRST, 1);
            deque.add(SECOND, 2);
        }

        @Actor
        public void take(III_Result result) {
            result.r1 = idOf(deque.takeFor(WORKER));
            result.r2 = idOf(deque.takeFor(WORKER));
        }

        @Actor
        public void steal(III_Result result) {
            result.r3 = idOf(deque.stealFor(WORKER));
        }
    }

    @JCStressTest
    @Description("A task is added and announced, as a policy does it, while a thief comes who may find nothing.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The thief got the task, announced or not.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The thief got the task, and the announcement stays.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thief came too early; the task is announced.")
    @Outcome(expect = FORBIDDEN, desc = "There is a task that no thief would look for.")
    @State
    public static class AnnounceAndExhaust {
        private final AtomicLong announced = new AtomicLong(1);
        private final TaskDeque deque = new TaskDeque(true, architecture -> announced.set(0));

        @Actor
        public void add() {
            deque.add(FIRST, 1);
            if (announced.getAcquire() == 0) {
                announced.set(1);
            }
        }

        @Actor
        public void steal(II_Result result) {
            result.r1 = idOf(deque.stealFor(WORKER));
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = (int) announced.get();
        }
    }

    @JCStressTest
    @Description("The owner adds and announces the first task of a queue, while a thief comes who may find nothing.")
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The thief got the task, announced or not.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thief came too early; the task is announced.")
    @Outcome(expect = FORBIDDEN, desc = "There is a task that no thief would look for.")
    @State
    public static class AddFirstByOwnerAndExhaust {
        private final AtomicLong announced = new AtomicLong(1);
        private final TaskDeque deque = new TaskDeque(true, architecture -> announced.set(0));

        @Actor
        public void addByOwner() {
            deque.addByOwner(FIRST, 1);
            if (announced.getAcquire() == 0) {
                announced.set(1);
            }
        }

        @Actor
        public void steal(II_Result result) {
            result.r1 = idOf(deque.stealFor(WORKER));
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = (int) announced.get();
        }
    }

    @JCStressTest
    @Description("The owner adds and announces a task, while a thief adds one and comes twice.")
    @Outcome(
            id = {"2, 10, 1", "1, 20, 1"},
            expect = ACCEPTABLE,
            desc = "The thief got both tasks.")
    @Outcome(id = "2, 1, 1", expect = ACCEPTABLE, desc = "The thief came too early; the owner's task is announced.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled, or no thief would look for it.")
    @State
    public static class AddByOwnerAndExhaust {
        private final AtomicLong announced = new AtomicLong(1);
        private final TaskDeque deque = new TaskDeque(true, architecture -> announced.set(0));

        @Actor
        public void addByOwner() {
            deque.addByOwner(FIRST, 1);
            if (announced.getAcquire() == 0) {
                announced.set(1);
            }
        }

        @Actor
        public void addAndSteal(III_Result result) {
            deque.add(SECOND, 2);
            result.r1 = idOf(deque.stealFor(WORKER));
            result.r2 = 10 * idOf(deque.stealFor(WORKER));
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r2 += idOf(deque.takeFor(WORKER));
            result.r3 = (int) announced.get();
        }
    }

    @JCStressTest
    @Description("The owner takes the oldest of three tasks while a thief takes the newest, and another along.")
    @Outcome(id = "1, 30, 2", expect = ACCEPTABLE, desc = "The owner came first, so one task was left.")
    @Outcome(id = "1, 32, 0", expect = ACCEPTABLE, desc = "The thief came first.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled or overtaken.")
    @State
    public static class TakeAndStealSeveral {
        private final TaskDeque deque = new TaskDeque(true);

        public TakeAndStealSeveral() {
            deque.addByOwner(FIRST, 1);
            deque.add(SECOND, 2);
            deque.addByOwner(THIRD, 3);
        }

        @Actor
        public void take(III_Result result) {
            result.r1 = idOf(deque.takeFor(WORKER));
        }

        @Actor
        public void steal(III_Result result) {
            int[] along = new int[1];
            int stolen = idOf(deque.stealFor(WORKER, 2, (task, stamp) -> along[0] += idOf(task)));
            result.r2 = 10 * stolen + along[0];
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = idOf(deque.takeFor(WORKER));
        }
    }
}
