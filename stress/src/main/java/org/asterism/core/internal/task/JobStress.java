package org.asterism.core.internal.task;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

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

/** {@link Job}: its state has one owner at a time, its last obstacle one remover, and whoever waits for it is woken. */
final class JobStress {
    private JobStress() {}

    private static Job job(RecordingHost host, TaskState state) {
        Job job = Specimens.job(host, 1);
        job.advance(TaskState.CREATED, state);
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
            result.r1 = job.advance(TaskState.READY, TaskState.SCHEDULED);
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = job.advance(TaskState.READY, TaskState.SCHEDULED);
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
            result.r1 = job.advance(TaskState.READY, TaskState.SCHEDULED);
        }

        @Actor
        public void await(ZZZ_Result result) {
            result.r2 = job.markAwaited();
        }

        @Arbiter
        public void settle(ZZZ_Result result) {
            result.r3 = job.settle() && job.state() == TaskState.SCHEDULED;
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
            result.r1 = job.settle();
        }

        @Actor
        public void await(ZZ_Result result) {
            result.r2 = job.markAwaited();
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
            job.settle();
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = job.isSettled() ? 1 : 0;
            result.r2 = written;
        }
    }

    @JCStressTest
    @Description("A policy hands a task back while somebody is about to sleep until it settles.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The task is taken back, and its sleeper is known.")
    @Outcome(id = "false, .*", expect = FORBIDDEN, desc = "The task is lost: it is not taken back.")
    @Outcome(expect = FORBIDDEN, desc = "The sleeper was told that the task had settled.")
    @State
    public static class DrainAgainstAwait {
        private final Job job = job(new RecordingHost(), TaskState.READY);

        @Actor
        public void drain(ZZ_Result result) {
            result.r1 = job.markDrained();
        }

        @Actor
        public void await(ZZ_Result result) {
            result.r2 = job.markAwaited();
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
}
