package org.asterism.kit.policy;

import static org.asterism.stress.Specimens.WORKER;
import static org.asterism.stress.Specimens.idOf;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.asterism.api.Task;
import org.asterism.core.internal.task.Job;
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

/** {@link TaskFifo}: any threads add and take; every task is taken exactly once. */
final class TaskFifoStress {
    private static final Task FIRST = Specimens.job(new RecordingHost(), 1);
    private static final Task SECOND = Specimens.job(new RecordingHost(), 2);
    private static final Task ELSEWHERE = new Job(new RecordingHost(), Specimens.FOR_GPUS_TOO, 3);

    private TaskFifoStress() {}

    @JCStressTest
    @Description("Two threads add to a queue that has no lane yet.")
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "Both tasks are in the queue.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled; or its lane was.")
    @State
    public static class AddAndAdd {
        private final TaskFifo queue = new TaskFifo();

        @Actor
        public void addFirst() {
            queue.add(FIRST);
        }

        @Actor
        public void addSecond() {
            queue.add(SECOND);
        }

        @Arbiter
        public void take(II_Result result) {
            result.r1 = idOf(queue.takeFor(WORKER));
            result.r2 = idOf(queue.takeFor(WORKER));
        }
    }

    @JCStressTest
    @Description("Two threads take from a queue with a restricted task and another one.")
    @Outcome(
            id = {"1, 2, 0", "2, 1, 0"},
            expect = ACCEPTABLE,
            desc = "Each got one.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled.")
    @State
    public static class TakeRestrictedAndTake {
        private final TaskFifo queue = new TaskFifo();

        public TakeRestrictedAndTake() {
            queue.add(Specimens.restrictedJob(new RecordingHost(), 1));
            queue.add(SECOND);
        }

        @Actor
        public void takeOne(III_Result result) {
            result.r1 = idOf(queue.takeFor(WORKER));
        }

        @Actor
        public void takeOther(III_Result result) {
            result.r2 = idOf(queue.takeFor(WORKER));
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = idOf(queue.takeFor(WORKER));
        }
    }

    @JCStressTest
    @Description("A restricted task is added to a queue that had none, while a worker looks.")
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The worker found it, or it is there.")
    @Outcome(expect = FORBIDDEN, desc = "The task was lost or doubled.")
    @State
    public static class AddRestrictedAndTake {
        private final TaskFifo queue = new TaskFifo();
        private final Task task = Specimens.restrictedJob(new RecordingHost(), 1);

        @Actor
        public void add() {
            queue.add(task);
        }

        @Actor
        public void take(II_Result result) {
            result.r1 = idOf(queue.takeFor(WORKER));
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r2 = idOf(queue.takeFor(WORKER));
        }
    }

    @JCStressTest
    @Description("One thread adds two tasks, another takes twice.")
    @Outcome(id = "0, 0, 12", expect = ACCEPTABLE, desc = "The taker came too early for both.")
    @Outcome(
            id = {"1, 0, 2", "0, 1, 2"},
            expect = ACCEPTABLE,
            desc = "The taker got one; the other was left.")
    @Outcome(
            id = {"1, 2, 0"},
            expect = ACCEPTABLE,
            desc = "The taker got both.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled or out of order.")
    @State
    public static class AddAndTake {
        private final TaskFifo queue = new TaskFifo();

        @Actor
        public void add() {
            queue.add(FIRST);
            queue.add(SECOND);
        }

        @Actor
        public void take(III_Result result) {
            result.r1 = idOf(queue.takeFor(WORKER));
            result.r2 = idOf(queue.takeFor(WORKER));
        }

        @Arbiter
        public void rest(III_Result result) {
            int one = idOf(queue.takeFor(WORKER));
            int other = idOf(queue.takeFor(WORKER));
            result.r3 = other == 0 ? one : 10 * one + other;
        }
    }

    @JCStressTest
    @Description("Two threads take from a queue of two tasks.")
    @Outcome(
            id = {"1, 2, 0", "2, 1, 0"},
            expect = ACCEPTABLE,
            desc = "Each got one.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled, or a taker found nothing though there was enough.")
    @State
    public static class TakeAndTake {
        private final TaskFifo queue = new TaskFifo();

        public TakeAndTake() {
            queue.add(FIRST);
            queue.add(SECOND);
        }

        @Actor
        public void takeOne(III_Result result) {
            result.r1 = idOf(queue.takeFor(WORKER));
        }

        @Actor
        public void takeOther(III_Result result) {
            result.r2 = idOf(queue.takeFor(WORKER));
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = (int) queue.size() + idOf(queue.takeFor(WORKER));
        }
    }

    @JCStressTest
    @Description("Two threads take from a queue of two tasks, which stand in two lanes.")
    @Outcome(
            id = {"1, 3, 0", "3, 1, 0"},
            expect = ACCEPTABLE,
            desc = "Each got one.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or doubled, or a taker overlooked the second lane.")
    @State
    public static class TakeFromTwoLanes {
        private final TaskFifo queue = new TaskFifo();

        public TakeFromTwoLanes() {
            queue.add(FIRST);
            queue.add(ELSEWHERE);
        }

        @Actor
        public void takeOne(III_Result result) {
            result.r1 = idOf(queue.takeFor(WORKER));
        }

        @Actor
        public void takeOther(III_Result result) {
            result.r2 = idOf(queue.takeFor(WORKER));
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = (int) queue.size() + idOf(queue.takeFor(WORKER));
        }
    }

    @JCStressTest
    @Description("A queue holds a task; one thread takes, another adds a task and then takes.")
    @Outcome(
            id = {"1, 2, 0", "2, 1, 0"},
            expect = ACCEPTABLE,
            desc = "Each got one.")
    @Outcome(expect = FORBIDDEN, desc = "Two took two tasks and one got none: the queue seemed empty and was not.")
    @State
    public static class NeverEmpty {
        private final TaskFifo queue = new TaskFifo();

        public NeverEmpty() {
            queue.add(FIRST);
        }

        @Actor
        public void take(III_Result result) {
            result.r1 = idOf(queue.takeFor(WORKER));
        }

        @Actor
        public void addAndTake(III_Result result) {
            queue.add(SECOND);
            result.r2 = idOf(queue.takeFor(WORKER));
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = (int) queue.size() + idOf(queue.takeFor(WORKER));
        }
    }

    @JCStressTest
    @Description("One thread takes all tasks of a queue while another adds one.")
    @Outcome(id = "12, 0", expect = ACCEPTABLE, desc = "Both came out at once, in the order of their arrival.")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The added one was left for later.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled or out of order.")
    @State
    public static class AddAndTakeAll {
        private final TaskFifo queue = new TaskFifo();

        public AddAndTakeAll() {
            queue.add(FIRST);
        }

        @Actor
        public void add() {
            queue.add(SECOND);
        }

        @Actor
        public void takeAll(II_Result result) {
            queue.takeAll(task -> result.r1 = 10 * result.r1 + idOf(task));
        }

        @Arbiter
        public void rest(II_Result result) {
            queue.takeAll(task -> result.r2 = 10 * result.r2 + idOf(task));
        }
    }
}
