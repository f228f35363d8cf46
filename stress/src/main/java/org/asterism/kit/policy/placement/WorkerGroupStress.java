package org.asterism.kit.policy.placement;

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
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link WorkerGroup}: no change of a queue stays unnoticed by the order of a large group. */
final class WorkerGroupStress {
    private static final Task TASK = Specimens.job(new RecordingHost(), 1);

    private WorkerGroupStress() {}

    /** A group that is kept in order. Each of its two workers has a task, and the first one is about to get another. */
    abstract static class Ordered {
        private final WorkerQueue[] queues = {queue(), queue()};
        private final WorkerGroup group =
                new WorkerGroup(new RunnerGroup.Alike(0, Architecture.CPU, 0, 1, 1), queues, 0);
        private final Question question = new Question(new Prediction(null, null), false, false);
        private final long expected;

        Ordered(long expected) {
            this.expected = expected;
            leastLoaded();
            place(0);
            place(1);
        }

        private static WorkerQueue queue() {
            return new WorkerQueue(Specimens.WORKER, Traits.ENDS_ONLY, 0);
        }

        final void place(int position) {
            queues[position].placeAndAdd(TASK, 0, 0, expected, 0);
        }

        final int leastLoaded() {
            return group.leastLoaded(question) == queues[0] ? 0 : 1;
        }
    }

    @JCStressTest
    @Description("A task of unknown duration is placed while another thread looks for the least loaded worker.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The worker without the second task is the least loaded one.")
    @Outcome(expect = FORBIDDEN, desc = "The task is not noticed.")
    @State
    public static class PlaceUnknown extends Ordered {
        public PlaceUnknown() {
            super(0);
        }

        @Actor
        public void place() {
            place(0);
        }

        @Actor
        public void decide() {
            leastLoaded();
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = leastLoaded();
        }
    }

    @JCStressTest
    @Description("A task of known duration is placed while another thread looks for the least loaded worker.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The worker without the second task is the least loaded one.")
    @Outcome(expect = FORBIDDEN, desc = "The task is not noticed.")
    @State
    public static class PlaceKnown extends Ordered {
        public PlaceKnown() {
            super(10);
        }

        @Actor
        public void place() {
            place(0);
        }

        @Actor
        public void decide() {
            leastLoaded();
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = leastLoaded();
        }
    }
}
