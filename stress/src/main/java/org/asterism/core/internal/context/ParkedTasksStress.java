package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.asterism.core.internal.task.Job;
import org.asterism.stress.RecordingHost;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** {@link ParkedTasks}: no task stays parked behind an open gate. */
final class ParkedTasksStress {
    private static final Job JOB = Specimens.job(new RecordingHost(), 1);

    private ParkedTasksStress() {}

    @JCStressTest
    @Description(
            "A task is parked while whoever installs a policy takes all parked tasks, until there are none, and opens.")
    @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "The task was parked, and taken out.")
    @Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "The gate was open already: the task goes through it.")
    @Outcome(expect = FORBIDDEN, desc = "The task is left behind in the parked, or was taken out though it was not in.")
    @State
    public static class ParkAgainstOpen {
        private final Gate gate = new Gate();
        private final ParkedTasks parked = new ParkedTasks();

        @Actor
        public void park(ZII_Result result) {
            result.r1 = parked.park(JOB, gate);
        }

        @Actor
        public void open(ZII_Result result) {
            for (List<Job> batch = parked.takeAllOrOpen(gate); !batch.isEmpty(); batch = parked.takeAllOrOpen(gate)) {
                result.r2 += batch.size();
            }
        }

        @Arbiter
        public void look(ZII_Result result) {
            result.r3 = parked.snapshot().size();
        }
    }
}
