package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link ScopeCounts}: a thread that waits for the last task is woken, and not before. */
final class ScopeCountsStress {
    private ScopeCountsStress() {}

    @JCStressTest
    @Description("The last task ends while a thread is about to sleep until none is left.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Nobody notices: the thread sleeps for ever.")
    @Outcome(expect = ACCEPTABLE, desc = "The thread sees that none is left, or the last end wakes it.")
    @State
    public static class SleeperIsWoken {
        private final ScopeCounts counts = new ScopeCounts();

        public SleeperIsWoken() {
            counts.submitted();
        }

        @Actor
        public void end(ZZ_Result result) {
            result.r1 = counts.ended();
        }

        @Actor
        public void sleep(ZZ_Result result) {
            counts.markAwaited();
            result.r2 = counts.isQuiescent();
        }
    }

    @JCStressTest
    @Description("The last two tasks end at once while a thread sleeps until none is left.")
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "One of them is the last, and wakes the thread.")
    @Outcome(expect = FORBIDDEN, desc = "Neither wakes the thread, or both do.")
    @State
    public static class OneOfTwoIsTheLast {
        private final ScopeCounts counts = new ScopeCounts();

        public OneOfTwoIsTheLast() {
            counts.submitted();
            counts.submitted();
            counts.markAwaited();
        }

        @Actor
        public void endOne(ZZ_Result result) {
            result.r1 = counts.ended();
        }

        @Actor
        public void endOther(ZZ_Result result) {
            result.r2 = counts.ended();
        }
    }

    @JCStressTest
    @Description("A task submits another and ends, while a thread asks whether none is left.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "One was always left, and none in the end.")
    @Outcome(id = "true, .*", expect = FORBIDDEN, desc = "None seemed to be left while one was.")
    @Outcome(expect = FORBIDDEN, desc = "A count was lost.")
    @State
    public static class OneIsAlwaysLeft {
        private final ScopeCounts counts = new ScopeCounts();

        public OneIsAlwaysLeft() {
            counts.submitted();
            counts.markAwaited();
        }

        @Actor
        public void submitAndEnd() {
            counts.submitted();
            boolean isLast = counts.ended();
            counts.submitted();
            isLast |= counts.ended();
            if (isLast) {
                throw new IllegalStateException("the last one ended while another was left");
            }
        }

        @Actor
        public void ask(ZZ_Result result) {
            result.r1 = counts.isQuiescent();
        }

        @Arbiter
        public void end(ZZ_Result result) {
            result.r2 = counts.ended();
        }
    }
}
