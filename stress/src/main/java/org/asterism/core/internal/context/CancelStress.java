package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@link Job#cancel} against all other events of a task: it runs or is called off, and the policy is never blamed. */
final class CancelStress {
    private CancelStress() {}

    /** A context with a worker, and one task that another thread calls off. */
    public abstract static class OneTask extends SwapStress.OneWorker {
        private final AtomicInteger calledBack = new AtomicInteger();
        final Job job = (Job) context.task(Specimens.CODELET).onCompletion(ended -> calledBack.incrementAndGet());

        final int cancel() {
            return job.cancel() ? 1 : 0;
        }

        /** 1 if the task was called off, 0 if it waits for a worker or has one, 2 if something is wrong. */
        final int isCancelled() {
            if (job.state() == TaskState.CANCELLED) {
                boolean ended =
                        context.tasks().counts().isQuiescent() && Progress.isSettled(job) && calledBack.get() == 1;
                return ended ? 1 : 2;
            }
            return job.state() == TaskState.SCHEDULED ? 0 : 2;
        }
    }

    @JCStressTest
    @Description("A worker pops the only task while somebody calls it off.")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The worker has it.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "It was called off, and the worker finds nothing.")
    @Outcome(expect = FORBIDDEN, desc = "It runs though it was called off, or neither, or the policy was blamed.")
    @State
    public static class CancelAgainstPop extends OneTask {
        public CancelAgainstPop() {
            job.submit();
        }

        @Actor
        public void take(III_Result result) {
            result.r1 = pop();
        }

        @Actor
        public void callOff(III_Result result) {
            result.r2 = cancel();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = pop() == 0 && isSound() == 1 ? isCancelled() : 2;
        }
    }

    @JCStressTest
    @Description("The policy is swapped while somebody calls off the only task.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "It was called off, and neither policy hands it out.")
    @Outcome(expect = FORBIDDEN, desc = "It runs though it was called off, or a policy was blamed.")
    @State
    public static class CancelAgainstSwap extends OneTask {
        public CancelAgainstSwap() {
            job.submit();
        }

        @Actor
        public void change() {
            swap();
        }

        @Actor
        public void callOff(III_Result result) {
            result.r2 = cancel();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = pop();
            result.r3 = isSound() == 1 ? isCancelled() : 2;
        }
    }

    @JCStressTest
    @Description("The last predecessor of a task ends while somebody calls the task off.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "It was called off, and no worker gets it.")
    @Outcome(expect = FORBIDDEN, desc = "It runs though it was called off, or never ends.")
    @State
    public static class CancelAgainstLastPredecessor extends OneTask {
        private final Job predecessor = (Job) context.task(Specimens.CODELET);

        public CancelAgainstLastPredecessor() {
            predecessor.submit();
            job.after(predecessor).submit();
            pop();
            Progress.advance(predecessor, TaskState.SCHEDULED, TaskState.RUNNING);
        }

        @Actor
        public void end() {
            Completion.finish(predecessor, null);
        }

        @Actor
        public void callOff(III_Result result) {
            result.r2 = cancel();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = pop();
            result.r3 = isSound() == 1 ? isCancelled() : 2;
        }
    }

    @JCStressTest
    @Description("A task is submitted while somebody calls it off.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "It was called off, before or after its submission.")
    @Outcome(expect = FORBIDDEN, desc = "It runs though it was called off, or never ends.")
    @State
    public static class CancelAgainstSubmit extends OneTask {
        @Actor
        public void submitIt() {
            try {
                job.submit();
            } catch (IllegalStateException wasCalledOff) {
                // What cancel() promises.
            }
        }

        @Actor
        public void callOff(III_Result result) {
            result.r2 = cancel();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = pop();
            result.r3 = isSound() == 1 ? isCancelled() : 2;
        }
    }

    @JCStressTest
    @Description("A task is to be tried again while the policy is swapped.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The second policy has it, once.")
    @Outcome(expect = FORBIDDEN, desc = "It was lost or doubled, or a policy was blamed.")
    @State
    public static class RetryAgainstSwap extends SwapStress.OneWorker {
        private final Task task = context.task(Specimens.SHAKY).submit();

        public RetryAgainstSwap() {
            pop();
            Progress.advance((Job) task, TaskState.SCHEDULED, TaskState.RUNNING);
        }

        @Actor
        public void fail() {
            Completion.finish((Job) task, new IllegalStateException("for the test"));
        }

        @Actor
        public void change() {
            swap();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = pop();
            result.r2 = pop();
            result.r3 = isSound();
        }
    }
}
