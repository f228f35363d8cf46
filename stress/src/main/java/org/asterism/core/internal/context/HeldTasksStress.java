package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.stress.RecordingHost;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link HeldTasks} of a worker's slot: remembered tasks are not lost while others look or tidy up. */
final class HeldTasksStress {
    private HeldTasksStress() {}

    private static int ready(HeldTasks held) {
        int[] found = {0};
        held.forEachReady(job -> found[0] += job.dataCount() == 0 ? 1 : 2); // reads what the constructor wrote
        return found[0];
    }

    private static Job job(TaskState state) {
        Job job = Specimens.job(new RecordingHost(), 1);
        Progress.advance(job, TaskState.CREATED, state);
        return job;
    }

    @JCStressTest
    @Description("A worker remembers a task while another thread looks for ready ones.")
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The task is found from when it was remembered.")
    @Outcome(expect = FORBIDDEN, desc = "The task is lost, or was not seen whole.")
    @State
    public static class AddAgainstLook {
        private final HeldTasks held = new HeldTasks(false);

        @Actor
        public void add() {
            held.add(job(TaskState.READY));
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = ready(held);
        }

        @Arbiter
        public void lookAgain(II_Result result) {
            result.r2 = ready(held);
        }
    }

    /** A list of tasks that have ended but for the last one. */
    public abstract static class OneOfMany {
        final HeldTasks held = new HeldTasks(false);
        private final Job ended = job(TaskState.DONE);

        OneOfMany(int many) {
            for (int task = 1; task < many; task++) {
                held.add(ended);
            }
            held.add(job(TaskState.READY));
        }
    }

    @JCStressTest
    @Description("A worker whose list is full remembers a task while another thread tidies up.")
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "Both tasks that are ready are there.")
    @Outcome(expect = FORBIDDEN, desc = "One of them is lost.")
    @State
    public static class RenewAgainstTidy extends OneOfMany {
        public RenewAgainstTidy() {
            super(HeldTasks.LEAST); // the next one moves what is left to a new list
        }

        @Actor
        public void add() {
            held.add(job(TaskState.READY));
        }

        @Actor
        public void tidy() {
            held.tidy();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = ready(held);
        }
    }

    @JCStressTest
    @Description("A worker remembers a task while another thread tidies up a list with room.")
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "Both tasks that are ready are there.")
    @Outcome(expect = FORBIDDEN, desc = "One of them is lost.")
    @State
    public static class AddAgainstTidy extends OneOfMany {
        public AddAgainstTidy() {
            super(3);
        }

        @Actor
        public void add() {
            held.add(job(TaskState.READY));
        }

        @Actor
        public void tidy() {
            held.tidy();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r2 = ready(held);
        }
    }
}
