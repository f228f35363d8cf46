package org.asterism.kit.policy.placement;

import static org.asterism.stress.Specimens.WORKER;
import static org.asterism.stress.Specimens.idOf;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.asterism.api.Architecture;
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
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * {@link Incoming} in its {@link WorkerQueue}: a worker finds a task that was pushed before it looked, even if another
 * thread puts tasks in order meanwhile, and a more urgent one first. The priority of each task is its id.
 */
final class IncomingStress {
    private static final Task[] TASKS = new Task[10];

    static {
        for (int id = 0; id < TASKS.length; id++) {
            TASKS[id] = Specimens.job(new RecordingHost(), id).priority(id);
        }
    }

    private IncomingStress() {}

    /** The queue of a worker that takes its tasks by priority. */
    abstract static class Queued {
        final WorkerQueue queue = new WorkerQueue(WORKER, Traits.ENDS_ONLY.sortedByPriority(), 0);
        final WorkerGroup group =
                new WorkerGroup(new RunnerGroup.Alike(0, Architecture.CPU, 0, 1, 1), new WorkerQueue[] {queue}, 1);

        /** Pushes a task of unknown duration. */
        final void push(int id) {
            queue.placeAndAdd(TASKS[id], id, 0, 0, 0);
        }

        final int take() {
            return idOf(queue.takeFirst(WorkerQueue.UNCHANGED));
        }

        /** Asks how many tasks are ahead, for which those that have come are put in order. */
        final void decide() {
            queue.loadAhead(1, false);
        }
    }

    @JCStressTest
    @Description("One thread puts a task in order for its decision, while the worker asks whether there is one.")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "There is one, and the worker takes it.")
    @Outcome(expect = FORBIDDEN, desc = "The worker does not find the task, and sleeps.")
    @State
    public static class DecideAndLook extends Queued {
        public DecideAndLook() {
            push(1);
        }

        @Actor
        public void look(ZI_Result result) {
            result.r1 = queue.isEmpty();
            result.r2 = take();
        }

        @Actor
        public void ask() {
            decide();
        }
    }

    @JCStressTest
    @Description("One thread pushes a task, says so and puts it in order; the worker hears that and looks.")
    @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "It was pushed, and the worker takes it.")
    @Outcome(
            id = {"false, false, 1", "false, true, 1", "false, true, 0"},
            expect = ACCEPTABLE,
            desc = "The worker looked before it was said.")
    @Outcome(expect = FORBIDDEN, desc = "The worker was woken, and does not find the task.")
    @State
    public static class PushAndLook extends Queued {
        private volatile boolean said;

        @Actor
        public void push() {
            push(1);
            said = true;
            decide();
        }

        @Actor
        public void look(ZZI_Result result) {
            result.r1 = said;
            result.r2 = queue.isEmpty();
            result.r3 = take();
        }
    }

    @JCStressTest
    @Description("One thread pushes two tasks while the worker takes one.")
    @Outcome(
            id = {"0, 2, 1", "1, 2, 0", "2, 1, 0"},
            expect = ACCEPTABLE,
            desc = "Each task was taken once, the more urgent one first if both were there.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled or overtaken.")
    @State
    public static class PushAndTake extends Queued {
        @Actor
        public void pushBoth() {
            push(1);
            push(2);
        }

        @Actor
        public void take(III_Result result) {
            result.r1 = take();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r2 = take();
            result.r3 = take();
        }
    }

    @JCStressTest
    @Description("Two threads push a task each.")
    @Outcome(id = "4, 21", expect = ACCEPTABLE, desc = "Both are there, and were counted.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled, not counted or overtaken.")
    @State
    public static class PushAndPush extends Queued {
        @Actor
        public void pushOne() {
            push(1);
        }

        @Actor
        public void pushTwo() {
            push(2);
        }

        @Arbiter
        public void take(II_Result result) {
            result.r1 = queue.load();
            int first = take();
            result.r2 = 10 * first + take();
        }
    }

    /**
     * Two tasks wait, and an even more urgent one has been taken: so the pusher may find that nobody has to be told of
     * its task's urgency, while the worker forgets what it was told.
     */
    abstract static class Told extends Queued {
        Told() {
            push(9);
            take();
            push(1);
            push(2);
            decide();
        }
    }

    @JCStressTest
    @Description("One thread pushes a more urgent task, while the worker finds out that the most urgent is gone.")
    @Outcome(id = "7, 2", expect = ACCEPTABLE, desc = "The worker took it.")
    @Outcome(id = "2, 7", expect = ACCEPTABLE, desc = "The worker came too early, and takes it then.")
    @Outcome(expect = FORBIDDEN, desc = "The worker took a less urgent task although the push was over.")
    @State
    public static class RaiseAndForget extends Told {
        @Actor
        public void push() {
            push(7);
        }

        @Actor
        public void take(II_Result result) {
            result.r1 = take();
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r2 = take();
        }
    }

    @JCStressTest
    @Description("Two threads push a task each, of which one is more urgent than what waits.")
    @Outcome(id = "8, 6", expect = ACCEPTABLE, desc = "The worker takes that one first.")
    @Outcome(expect = FORBIDDEN, desc = "The worker took a less urgent task first.")
    @State
    public static class RaiseAndRaise extends Queued {
        public RaiseAndRaise() {
            push(9);
            push(7);
            push(6);
            take();
            take(); // this forgets that a task was urgent
        }

        @Actor
        public void pushOne() {
            push(8);
        }

        @Actor
        public void pushOther() {
            push(5);
        }

        @Arbiter
        public void take(II_Result result) {
            result.r1 = take();
            result.r2 = take();
        }
    }
}
