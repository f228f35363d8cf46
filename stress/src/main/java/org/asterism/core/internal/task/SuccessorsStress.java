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

/**
 * {@link Successors}: each successor of a task is released once, after the task has ended, and sees all that it did.
 */
final class SuccessorsStress {
    private SuccessorsStress() {}

    /** A task whose kernel is about to return. */
    private static Job running(RecordingHost host, int id) {
        Job job = Specimens.job(host, id);
        Progress.advance(job, TaskState.CREATED, TaskState.RUNNING);
        return job;
    }

    private static Job submitted(RecordingHost host, int id) {
        Job job = Specimens.job(host, id);
        Progress.advance(job, TaskState.CREATED, TaskState.SUBMITTED);
        return job;
    }

    @JCStressTest
    @Description("A task ends while another is made to wait for it and submitted.")
    @Outcome(id = "1, 42", expect = ACCEPTABLE, desc = "The successor became ready once, and sees what the task wrote.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "The successor never becomes ready.")
    @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "The successor became ready twice.")
    @Outcome(expect = FORBIDDEN, desc = "The successor does not see what the task wrote.")
    @State
    public static class AddAgainstRelease {
        private int written;
        private final RecordingHost host = new RecordingHost(() -> written);
        private final Job predecessor = running(host, 1);
        private final Job successor = submitted(host, 2);

        @Actor
        public void end() {
            written = 42;
            Completion.finish(predecessor, null);
        }

        @Actor
        public void add() {
            Successors.addPredecessor(successor, predecessor);
            successor.removeSubmissionObstacle();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            result.r2 = host.seen();
        }
    }

    @JCStressTest
    @Description("A task ends while another that uses the same data is made to come after it.")
    @Outcome(id = "1, 42", expect = ACCEPTABLE, desc = "The successor became ready once, and sees what the task wrote.")
    @Outcome(expect = FORBIDDEN, desc = "The successor was lost, released twice, or does not see what the task wrote.")
    @State
    public static class AddOrderAgainstRelease {
        private int written;
        private final RecordingHost host = new RecordingHost(() -> written);
        private final Job predecessor = running(host, 1);
        private final Job successor = submitted(host, 2);

        @Actor
        public void end() {
            written = 42;
            Completion.finish(predecessor, null);
        }

        @Actor
        public void add() {
            Successors.addOrder(successor, predecessor);
            successor.removeSubmissionObstacle();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            result.r2 = host.seen();
        }
    }

    @JCStressTest
    @Description("Two tasks that a third waits for end at the same time.")
    @Outcome(id = "1, 42", expect = ACCEPTABLE, desc = "The third became ready once, and sees what both wrote.")
    @Outcome(expect = FORBIDDEN, desc = "The third was lost, released twice, or does not see what both wrote.")
    @State
    public static class TwoPredecessorsEnd {
        private int writtenByOne;
        private int writtenByOther;
        private final RecordingHost host = new RecordingHost(() -> writtenByOne + writtenByOther);
        private final Job one = running(host, 1);
        private final Job other = running(host, 2);

        public TwoPredecessorsEnd() {
            Job successor = submitted(host, 3);
            Successors.addPredecessor(successor, one);
            Successors.addOrder(successor, other);
            successor.removeSubmissionObstacle();
        }

        @Actor
        public void endOne() {
            writtenByOne = 40;
            Completion.finish(one, null);
        }

        @Actor
        public void endOther() {
            writtenByOther = 2;
            Completion.finish(other, null);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            result.r2 = host.seen();
        }
    }

    @JCStressTest
    @Description("Two tasks are made to wait for the same one at the same time; later it ends.")
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "Both waited, and both were released.")
    @Outcome(expect = FORBIDDEN, desc = "One of them did not wait, or was not released.")
    @State
    public static class AddAndAdd {
        private final RecordingHost host = new RecordingHost();
        private final Job predecessor = running(host, 1);

        @Actor
        public void addOne() {
            Job successor = submitted(host, 2);
            Successors.addOrder(successor, predecessor);
            successor.removeSubmissionObstacle();
        }

        @Actor
        public void addOther() {
            Job successor = submitted(host, 3);
            Successors.addPredecessor(successor, predecessor);
            successor.removeSubmissionObstacle();
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = host.ready();
            Completion.finish(predecessor, null);
            result.r2 = host.ready();
        }
    }

    @JCStressTest
    @Description("A task fails while another is made to wait for it and submitted.")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The successor failed too, and each task settled once.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "The successor goes on though what it needs has failed.")
    @Outcome(expect = FORBIDDEN, desc = "A task settled twice or not at all.")
    @State
    public static class AddAgainstFailure {
        private static final Exception FAILURE = new Exception("for the test");

        private final RecordingHost host = new RecordingHost();
        private final Job predecessor = running(host, 1);
        private final Job successor = submitted(host, 2);

        @Actor
        public void fail() {
            Completion.finish(predecessor, FAILURE);
        }

        @Actor
        public void add() {
            Successors.addPredecessor(successor, predecessor);
            successor.removeSubmissionObstacle();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = successor.state() == TaskState.FAILED ? 1 : 0;
            result.r2 = host.settled();
        }
    }
}
