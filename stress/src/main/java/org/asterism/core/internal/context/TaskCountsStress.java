package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.asterism.api.TaskState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link TaskCounts}: quiescent means that no task was left. */
final class TaskCountsStress {
    private TaskCountsStress() {}

    @JCStressTest
    @Description("A task submits another and ends, while somebody asks whether all have ended.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "One was always left, and none in the end.")
    @Outcome(id = "true, .*", expect = FORBIDDEN, desc = "All seemed to have ended while one was left.")
    @Outcome(expect = FORBIDDEN, desc = "A count was lost.")
    @State
    public static class OneIsAlwaysLeft {
        private final TaskCounts counts = new TaskCounts();

        public OneIsAlwaysLeft() {
            counts.submitted();
        }

        @Actor
        public void submitAndEnd() {
            counts.submitted();
            counts.ended(TaskState.DONE);
            counts.submitted();
            counts.ended(TaskState.FAILED);
            counts.submitted();
            counts.ended(TaskState.CANCELLED);
        }

        @Actor
        public void ask(ZZ_Result result) {
            result.r1 = counts.isQuiescent();
        }

        @Arbiter
        public void end(ZZ_Result result) {
            counts.ended(TaskState.DONE);
            result.r2 = counts.isQuiescent();
        }
    }

    @JCStressTest
    @Description("Two workers count their last task and then ask whether all have ended.")
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "At least one of them notices, and wakes whoever waits.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Neither notices: whoever waits sleeps for ever.")
    @State
    public static class OneOfTwoNotices {
        private final TaskCounts counts = new TaskCounts();

        public OneOfTwoNotices() {
            counts.submitted();
            counts.submitted();
        }

        private boolean endAndAsk() {
            counts.ended(TaskState.DONE);
            VarHandle.fullFence();
            return counts.isQuiescent();
        }

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = endAndAsk();
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = endAndAsk();
        }
    }
}
