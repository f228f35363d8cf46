package org.asterism.core.internal.task;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.asterism.api.Access;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.use.Registry;
import org.asterism.stress.RecordingHost;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link DataOrder}: tasks that are submitted at the same time have one order, the same on all their data. */
final class DataOrderStress {
    private DataOrderStress() {}

    @JCStressTest
    @Description("Two threads submit tasks that change the same two pieces of data, named in different orders.")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "One was ready at once, the other when the first had ended.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "They wait for each other.")
    @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "Both are ready: nothing keeps them apart.")
    @Outcome(expect = FORBIDDEN, desc = "The second was lost.")
    @State
    public static class TwoOnTwo {
        private final RecordingHost first = new RecordingHost();
        private final RecordingHost second = new RecordingHost();
        private final Registry registry = new Registry(
                first,
                new Traffic(transfer -> {}, new LinkTable(LinkSettings.defaults()), new Observers(), () -> 0),
                null,
                (name, parameters) -> null,
                false);
        private final DataHandle left = registry.token();
        private final DataHandle right = registry.token();
        private final Job one = task(first, 1, left, right);
        private final Job other = task(second, 2, right, left);

        private static Job task(RecordingHost host, int id, DataHandle one, DataHandle other) {
            Job job = Specimens.job(host, id);
            job.access(one, Access.RW);
            job.access(other, Access.RW);
            Progress.advance(job, TaskState.CREATED, TaskState.SUBMITTED);
            return job;
        }

        private static void submit(Job job) {
            Remainder.complete(DataOrder.declare(job));
            job.removeSubmissionObstacle();
        }

        @Actor
        public void one() {
            submit(one);
        }

        @Actor
        public void other() {
            submit(other);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = first.ready() + second.ready();
            Successors.release(first.ready() == 1 ? one : other, null);
            result.r2 = first.ready() + second.ready();
        }
    }
}
