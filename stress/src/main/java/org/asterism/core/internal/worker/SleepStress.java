package org.asterism.core.internal.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.asterism.api.StepResult;
import org.asterism.core.internal.context.Context;
import org.asterism.stress.Home;
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
 * A worker falls asleep while a program submits a task: no task stays queued while a worker that could run it sleeps.
 */
final class SleepStress {
    private SleepStress() {}

    /** A context with workers that only the test steps. */
    public abstract static class Workers {
        final Home home = new Home();
        final Context context = home.context();
        final WorkerEngine[] engines;

        Workers(int number) {
            engines = new WorkerEngine[number];
            for (int id = 0; id < number; id++) {
                engines[id] = new WorkerEngine(id, 0, new Specimens.Unit("cpu-" + id), home, woken -> {});
                engines[id].start();
            }
            context.takeIn(List.of(engines));
            context.start();
        }

        final void submit() {
            context.task(Specimens.CODELET).submit();
        }

        /**
         * Makes a worker's thread look and then sleep, as after a while without tasks; returns 1 if the last look found
         * something.
         */
        final int lookAndSleep(WorkerEngine engine) {
            return engine.rest().stepOrSleep() == StepResult.IDLE ? 0 : 1;
        }

        /** Runs all tasks that are left. */
        final int finish(WorkerEngine engine) {
            int ran = 0;
            while (engine.step() != StepResult.IDLE) {
                ran++;
            }
            return ran;
        }
    }

    @JCStressTest
    @Description("A task is submitted while the only worker falls asleep.")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The worker found the task at its last look.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The worker was woken, and finds the task.")
    @Outcome(id = "0, 1, .*", expect = FORBIDDEN, desc = "The worker sleeps, and the task is left lying.")
    @Outcome(expect = FORBIDDEN, desc = "The task was lost, or the worker counts as asleep though it works.")
    @State
    public static class PushAgainstSleep extends Workers {
        public PushAgainstSleep() {
            super(1);
        }

        @Actor
        public void push() {
            submit();
        }

        @Actor
        public void sleep(III_Result result) {
            result.r1 = lookAndSleep(engines[0]);
        }

        @Arbiter
        public void look(III_Result result) {
            result.r2 = engines[0].isAsleep() ? 1 : 0;
            result.r3 = finish(engines[0]);
        }
    }

    @JCStressTest
    @Description("A task is submitted while one of two workers sleeps and the other, which falls asleep, finds a task.")
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "A task is left, and the sleeper was woken for it.")
    @Outcome(
            id = "1, 1, 1",
            expect = FORBIDDEN,
            desc = "A task is left lying while one worker works and the other sleeps.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost.")
    @State
    public static class PushAgainstLastLook extends Workers {
        public PushAgainstLastLook() {
            super(2);
            submit();
            engines[1].fallAsleep();
        }

        @Actor
        public void push() {
            submit();
        }

        @Actor
        public void sleep(III_Result result) {
            result.r1 = lookAndSleep(engines[0]);
        }

        @Arbiter
        public void look(III_Result result) {
            result.r3 = engines[1].isAsleep() ? 1 : 0;
            result.r2 = finish(engines[1]);
        }
    }

    @JCStressTest
    @Description("A task is given to a worker, past the policy, while that worker falls asleep.")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The worker found the task at its last look.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The worker was woken, and finds the task.")
    @Outcome(id = "0, 1, .*", expect = FORBIDDEN, desc = "The worker sleeps, and its task is left lying.")
    @Outcome(expect = FORBIDDEN, desc = "The task was lost, or the worker counts as asleep though it works.")
    @State
    public static class BoundPushAgainstSleep extends Workers {
        public BoundPushAgainstSleep() {
            super(1);
        }

        @Actor
        public void push() {
            context.task(Specimens.CODELET).on(engines[0]).submit();
        }

        @Actor
        public void sleep(III_Result result) {
            result.r1 = lookAndSleep(engines[0]);
        }

        @Arbiter
        public void look(III_Result result) {
            result.r2 = engines[0].isAsleep() ? 1 : 0;
            result.r3 = finish(engines[0]);
        }
    }

    @JCStressTest
    @Description(
            "A task goes to the policy and another to a worker, which sleeps like its neighbour, at the same time.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE,
            desc = "The neighbour was woken, or will be when the worker takes its own task.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Both were woken.")
    @Outcome(expect = FORBIDDEN, desc = "A task is left lying while a worker sleeps.")
    @State
    public static class BoundPushAgainstPush extends Workers {
        public BoundPushAgainstPush() {
            super(2);
            engines[0].fallAsleep();
            engines[1].fallAsleep();
        }

        @Actor
        public void push() {
            submit();
        }

        @Actor
        public void give() {
            context.task(Specimens.CODELET).on(engines[0]).submit();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = engines[1].isAsleep() ? 1 : 0;
            engines[0].step(); // takes its own task, and has the neighbour woken if it was woken for the other
            result.r2 = engines[1].isAsleep() ? 1 : 0;
        }
    }

    @JCStressTest
    @Description("A worker falls asleep and another thread wakes it, while a second worker sleeps throughout.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The worker was woken, and the second is counted.")
    @Outcome(
            id = {"1, 2", "2, 2"},
            expect = ACCEPTABLE,
            desc = "The waker came too early; both sleep, and both are counted.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "Nobody seems to sleep though one does: it would not be woken.")
    @Outcome(expect = FORBIDDEN, desc = "The count is wrong in the end.")
    @State
    public static class CountOfSleepers extends Workers {
        public CountOfSleepers() {
            super(2);
            engines[1].fallAsleep();
        }

        @Actor
        public void sleep() {
            engines[0].fallAsleep();
        }

        @Actor
        public void wake(II_Result result) {
            engines[0].wakeForOwnTask();
            result.r1 = home.sleepers();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = home.sleepers();
        }
    }

    @JCStressTest
    @Description("Two threads wake the same sleeper.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "One of them woke it, and nobody is counted as asleep.")
    @Outcome(expect = FORBIDDEN, desc = "Both or neither think that they woke it, or the count is wrong.")
    @State
    public static class WakeAndWake extends Workers {
        private boolean byOne;
        private boolean byOther;

        public WakeAndWake() {
            super(1);
            engines[0].fallAsleep();
        }

        @Actor
        public void one() {
            byOne = engines[0].wakeForOwnTask();
        }

        @Actor
        public void other() {
            byOther = engines[0].wakeForOwnTask();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = (byOne ? 1 : 0) + (byOther ? 1 : 0);
            result.r2 = home.sleepers();
        }
    }
}
