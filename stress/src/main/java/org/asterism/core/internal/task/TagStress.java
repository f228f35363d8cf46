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
 * {@link TagBoard}: each successor of a tag is released once, by the first notification in the round that it waits for.
 */
final class TagStress {
    private static final Exception FAILURE = new Exception("for the test");

    private TagStress() {}

    private static void submit(Job job) {
        job.submit();
    }

    /** A task with tag 1 whose kernel is about to return. */
    private static Job carrier(RecordingHost host, int id) {
        Job job = Specimens.job(host, id);
        job.tag(1);
        Progress.advance(job, TaskState.CREATED, TaskState.RUNNING);
        return job;
    }

    @JCStressTest
    @Description("A tag that nobody has named before is notified while a task is made to wait for it.")
    @Outcome(id = "1, 42", expect = ACCEPTABLE, desc = "The task became ready once, and sees what was done before.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "The task waits for ever.")
    @Outcome(expect = FORBIDDEN, desc = "The task became ready twice, or too early.")
    @State
    public static class NotifyAgainstWait {
        private int written;
        private final RecordingHost host = new RecordingHost(() -> written).withTags();
        private final Job waiting = Specimens.job(host, 1);

        @Actor
        public void release() {
            written = 42;
            host.tags().notify(1);
        }

        @Actor
        public void await() {
            waiting.afterTags(1);
            submit(waiting);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            result.r2 = host.seen();
        }
    }

    @JCStressTest
    @Description("Two tasks with the same tag end at the same time, one of them badly.")
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "One of them has decided what becomes of the task.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "The task became ready twice or never, or was told another outcome than the tag has.")
    @State
    public static class TwoCarriers {
        private final RecordingHost host = new RecordingHost().withTags();
        private final Job good = carrier(host, 1);
        private final Job bad = carrier(host, 2);
        private final Job waiting = Specimens.job(host, 3);
        private final Job late = Specimens.job(host, 4);

        public TwoCarriers() {
            waiting.afterTags(1);
            submit(waiting);
        }

        @Actor
        public void endWell() {
            Completion.finish(good, null);
        }

        @Actor
        public void endBadly() {
            Completion.finish(bad, FAILURE);
        }

        @Arbiter
        public void look(II_Result result) {
            int ready = host.ready();
            boolean failed = waiting.state() == TaskState.FAILED;
            late.afterTags(1);
            result.r1 = failed ? 1 : ready; // whoever fails with another is not made ready first
            result.r2 = failed ? 1 : 0;
            if (failed != (late.poison() != null)) {
                result.r2 = -1;
            }
        }
    }

    @JCStressTest
    @Description("A tag that is done is restarted and waited for, while it is notified.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The notification came first: the task waits for the next one.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The notification released the task.")
    @Outcome(expect = FORBIDDEN, desc = "The task was released twice or never.")
    @State
    public static class RestartAgainstNotify {
        private final RecordingHost host = new RecordingHost().withTags();
        private final Job waiting = Specimens.job(host, 1);

        public RestartAgainstNotify() {
            host.tags().notify(1);
        }

        @Actor
        public void restart() {
            host.tags().restart(1);
            waiting.afterTags(1);
            submit(waiting);
        }

        @Actor
        public void release() {
            host.tags().notify(1);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            host.tags().notify(1);
            result.r2 = host.ready();
        }
    }

    @JCStressTest
    @Description("Two tags that a third joins are notified at the same time.")
    @Outcome(id = "1, 42", expect = ACCEPTABLE, desc = "Who waits for the third was released once, and sees both.")
    @Outcome(expect = FORBIDDEN, desc = "It was released twice or never, or does not see both.")
    @State
    public static class JoinOfTwo {
        private int writtenByOne;
        private int writtenByOther;
        private final RecordingHost host = new RecordingHost(() -> writtenByOne + writtenByOther).withTags();

        public JoinOfTwo() {
            host.tags().join(3, 1, 2);
            Job waiting = Specimens.job(host, 1);
            waiting.afterTags(3);
            submit(waiting);
        }

        @Actor
        public void one() {
            writtenByOne = 40;
            host.tags().notify(1);
        }

        @Actor
        public void other() {
            writtenByOther = 2;
            host.tags().notify(2);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = host.ready();
            result.r2 = host.seen();
        }
    }
}
