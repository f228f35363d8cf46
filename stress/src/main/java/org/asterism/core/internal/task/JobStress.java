package org.asterism.core.internal.task;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletionStage;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.stress.RecordingHost;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link Job}: its state has one owner at a time, one thread removes its last obstacle, and each waiting thread is
 * woken.
 */
final class JobStress {
    private JobStress() {}

    private static Job job(RecordingHost host, TaskState state) {
        Job job = Specimens.job(host, 1);
        Progress.advance(job, TaskState.CREATED, state);
        return job;
    }

    @JCStressTest
    @Description("Two workers are handed the same ready task.")
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "One of them owns it, the other is told.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "The task would run twice.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "The task would never run.")
    @State
    public static class Claim {
        private final Job job = job(new RecordingHost(), TaskState.READY);

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = Progress.advance(job, TaskState.READY, TaskState.SCHEDULED);
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = Progress.advance(job, TaskState.READY, TaskState.SCHEDULED);
        }
    }

    @JCStressTest
    @Description("A worker claims a task while somebody is about to sleep until it settles.")
    @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "Both marks are kept, whoever came first.")
    @Outcome(expect = FORBIDDEN, desc = "One of the two lost what the other had written.")
    @State
    public static class ClaimAgainstAwait {
        private final Job job = job(new RecordingHost(), TaskState.READY);

        @Actor
        public void claim(ZZZ_Result result) {
            result.r1 = Progress.advance(job, TaskState.READY, TaskState.SCHEDULED);
        }

        @Actor
        public void await(ZZZ_Result result) {
            result.r2 = Progress.markAwaited(job);
        }

        @Arbiter
        public void settle(ZZZ_Result result) {
            result.r3 = job.settle(false) && job.state() == TaskState.SCHEDULED;
        }
    }

    @JCStressTest
    @Description("A task settles while somebody is about to sleep until it does.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The sleeper was early, and will be woken.")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "The sleeper was late, and does not sleep.")
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "The sleeper sleeps, and nobody wakes it.")
    @Outcome(expect = FORBIDDEN, desc = "The task saw a sleeper that does not sleep.")
    @State
    public static class SettleAgainstAwait {
        private final Job job = job(new RecordingHost(), TaskState.DONE);

        @Actor
        public void settle(ZZ_Result result) {
            result.r1 = job.settle(false);
        }

        @Actor
        public void await(ZZ_Result result) {
            result.r2 = Progress.markAwaited(job);
        }
    }

    @JCStressTest
    @Description("A plain task ends, and settles at that, while somebody is about to sleep until it does.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The sleeper was early, and will be woken.")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "The sleeper was late, and does not sleep.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "A sleeper is woken that does not sleep.")
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "The sleeper sleeps, and nobody wakes it.")
    @State
    public static class EndAtOnceAgainstAwait {
        private final RecordingHost host = new RecordingHost();
        private final Job job = job(host, TaskState.RUNNING);

        @Actor
        public void end(ZZ_Result result) {
            Completion.finish(job, null);
            result.r1 = host.awaited();
        }

        @Actor
        public void await(ZZ_Result result) {
            result.r2 = Progress.markAwaited(job);
        }
    }

    @JCStressTest
    @Description("A task writes and settles; a thread that sees it settled reads.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It had not settled, and nothing was seen.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It had not settled, but something was seen by chance.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It had settled, and what it wrote was seen.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It had settled, and what it wrote was not seen.")
    @State
    public static class SettledIsVisible {
        private final Job job = job(new RecordingHost(), TaskState.DONE);
        private int written;

        @Actor
        public void settle() {
            written = 1;
            job.settle(false);
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = Progress.isSettled(job) ? 1 : 0;
            result.r2 = written;
        }
    }

    @JCStressTest
    @Description("The last predecessor ends while the submission is completed.")
    @Outcome(
            id = "1, 42",
            expect = ACCEPTABLE,
            desc = "The task became ready once, and sees what the predecessor wrote.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "The task never becomes ready.")
    @Outcome(expect = FORBIDDEN, desc = "The task became ready twice, or does not see what the predecessor wrote.")
    @State
    public static class LastObstacle {
        private int written;
        private final RecordingHost host = new RecordingHost(() -> written);
        private final Job job = job(host, TaskState.SUBMITTED);

        public LastObstacle() {
            job.addObstacle();
        }

        @Actor
        public void predecessorEnds() {
            written = 42;
            job.removeObstacle();
        }

        @Actor
        public void submissionEnds() {
            job.removeSubmissionObstacle();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            result.r2 = host.seen();
        }
    }

    @JCStressTest
    @Description("Two predecessors end at once.")
    @Outcome(
            id = "1, 3",
            expect = ACCEPTABLE,
            desc = "The task became ready once, and sees what both predecessors wrote.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "The task never becomes ready.")
    @Outcome(expect = FORBIDDEN, desc = "The task became ready twice, or does not see what a predecessor wrote.")
    @State
    public static class TwoPredecessors {
        private int one;
        private int other;
        private final RecordingHost host = new RecordingHost(() -> one + other);
        private final Job job = job(host, TaskState.SUBMITTED);

        public TwoPredecessors() {
            job.addObstacle();
            job.addObstacle();
            job.removeSubmissionObstacle();
        }

        @Actor
        public void oneEnds() {
            one = 1;
            job.removeObstacle();
        }

        @Actor
        public void otherEnds() {
            other = 2;
            if (job.hasOneObstacle()) {
                job.removeLastObstacle();
            } else {
                job.removeObstacle();
            }
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            result.r2 = host.seen();
        }
    }

    @JCStressTest
    @Description("A task ends while somebody asks for its completion.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The stage is complete, and the task has settled.")
    @Outcome(expect = FORBIDDEN, desc = "The stage never completes.")
    @State
    public static class SettleAgainstWatch {
        private final Job job = job(new RecordingHost(), TaskState.RUNNING);
        private CompletionStage<Task> stage;

        @Actor
        public void end() {
            Completion.finish(job, null);
        }

        @Actor
        public void watch() {
            stage = job.completion();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = stage.toCompletableFuture().isDone() ? 1 : 0;
            result.r2 = Progress.isSettled(job) ? 1 : 0;
        }
    }

    @JCStressTest
    @Description("A task's kernel returns while it is made to end after another; later that one ends.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It was refused: the task had ended.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The task ended after the other one.")
    @Outcome(expect = FORBIDDEN, desc = "The task ended before the other one, or never.")
    @State
    public static class EndAfterAgainstReturn {
        private final RecordingHost host = new RecordingHost();
        private final Job job = job(host, TaskState.RUNNING);
        private final Job other = Specimens.job(host, 2);
        private boolean refused;

        public EndAfterAgainstReturn() {
            Progress.advance(other, TaskState.CREATED, TaskState.RUNNING);
        }

        @Actor
        public void kernelReturns() {
            Completion.finish(job, null);
        }

        @Actor
        public void endAfter() {
            try {
                job.endAfter((Task) other);
            } catch (IllegalStateException hasReturned) {
                refused = true;
            }
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = job.state() == TaskState.DONE ? 1 : 0;
            if (refused != (result.r1 == 1)) {
                result.r1 = 2;
            }
            Completion.finish(other, null);
            result.r2 = job.state() == TaskState.DONE && host.settled() == 2 ? 1 : 0;
        }
    }

    @JCStressTest
    @Description("The two tasks that a third one ends after end at the same time.")
    @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "The third ended once.")
    @Outcome(expect = FORBIDDEN, desc = "The third ended twice or never.")
    @State
    public static class TwoEndingsEnd {
        private final RecordingHost host = new RecordingHost();
        private final Job job = job(host, TaskState.RUNNING);
        private final Job one = Specimens.job(host, 2);
        private final Job other = Specimens.job(host, 3);

        public TwoEndingsEnd() {
            Progress.advance(one, TaskState.CREATED, TaskState.RUNNING);
            Progress.advance(other, TaskState.CREATED, TaskState.RUNNING);
            job.endAfter(one, other);
            Completion.finish(job, null);
        }

        @Actor
        public void endOne() {
            Completion.finish(one, null);
        }

        @Actor
        public void endOther() {
            Completion.finish(other, null);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = job.state() == TaskState.DONE ? 1 : 0;
            result.r2 = host.settled();
        }
    }
}
