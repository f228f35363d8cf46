package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.asterism.api.TaskState;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.stress.Home;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link TaskCounts}: quiescent means that no task was left. */
final class TaskCountsStress {
    private static final Home HOME = new Home();
    private static final WorkerEngine ONE = worker(0);
    private static final WorkerEngine OTHER = worker(1);

    /** Counts in the same place as {@link #ONE}, on any machine. */
    private static final WorkerEngine COLLIDING = worker(1 << 10);

    private TaskCountsStress() {}

    private static WorkerEngine worker(int id) {
        return new WorkerEngine(id, 0, new Specimens.Unit("cpu-" + id), HOME, woken -> {});
    }

    @JCStressTest
    @Description("A task submits another and ends, while somebody asks whether all have ended.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "One was always left, and none in the end.")
    @Outcome(id = "true, .*", expect = FORBIDDEN, desc = "All seemed to have ended while one was left.")
    @Outcome(expect = FORBIDDEN, desc = "A count was lost.")
    @State
    public static class OneIsAlwaysLeft {
        private final TaskCounts counts = new TaskCounts();

        public OneIsAlwaysLeft() {
            counts.submitted(null);
        }

        @Actor
        public void submitAndEnd() {
            counts.submitted(null);
            counts.ended(TaskState.DONE, ONE);
            counts.submitted(ONE);
            counts.ended(TaskState.FAILED, OTHER);
            counts.submitted(COLLIDING);
            counts.ended(TaskState.CANCELLED, null);
        }

        @Actor
        public void ask(ZZ_Result result) {
            result.r1 = counts.isQuiescent();
        }

        @Arbiter
        public void end(ZZ_Result result) {
            counts.ended(TaskState.DONE, null);
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
            counts.submitted(null);
            counts.submitted(null);
        }

        private boolean endAndAsk(WorkerEngine worker) {
            counts.ended(TaskState.DONE, worker);
            return counts.isQuiescent();
        }

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = endAndAsk(ONE);
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = endAndAsk(OTHER);
        }
    }

    @JCStressTest
    @Description(
            "Two workers that count in the same place end their last tasks; another context inherits them meanwhile.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both contexts count every task once.")
    @Outcome(expect = FORBIDDEN, desc = "A count was lost or doubled.")
    @State
    public static class BothAreCountedByTheHeir {
        private final TaskCounts counts = new TaskCounts();
        private final TaskCounts heir = new TaskCounts();

        public BothAreCountedByTheHeir() {
            counts.submitted(ONE);
            counts.submitted(null);
        }

        @Actor
        public void end() {
            counts.ended(TaskState.DONE, ONE);
        }

        @Actor
        public void inheritAndEnd() {
            counts.passTo(heir);
            counts.ended(TaskState.DONE, COLLIDING);
        }

        @Arbiter
        public void compare(ZZ_Result result) {
            result.r1 = counts.isQuiescent() && counts.doneSoFar() == 2;
            result.r2 = heir.isQuiescent() && heir.doneSoFar() == 2;
        }
    }
}
