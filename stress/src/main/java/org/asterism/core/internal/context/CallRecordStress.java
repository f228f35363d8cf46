package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.asterism.core.internal.context.CallRecord.AbandonedError;
import org.asterism.core.internal.context.CallRecord.Call;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link CallRecord}: an abandoned thread sees that it was abandoned, or its supervisor sees the call that the thread
 * has begun.
 */
final class CallRecordStress {
    private static final int MOST_PAUSES = 16;
    private static final Call PUSH = new Call("policy", null, "push", null);

    private CallRecordStress() {}

    /**
     * A thread that calls policies, and the supervisor that abandons it. Abandoning takes long, so both threads first
     * wait for each other. Then each begins after a random delay.
     */
    public abstract static class Supervised {
        final CallRecord record = new CallRecord();
        private volatile Thread thread;
        private volatile boolean isThreadKnown;

        /** Does something as the thread that is supervised. */
        final boolean isAllowed(BooleanSupplier step) {
            thread = Thread.currentThread();
            while (!isThreadKnown) {
                Thread.onSpinWait();
            }
            try {
                return step.getAsBoolean();
            } catch (AbandonedError abandoned) {
                return false;
            }
        }

        /** Abandons the thread; says whether it is within a policy then. */
        final boolean abandonWithin() {
            while (thread == null) {
                Thread.onSpinWait();
            }
            int pause = ThreadLocalRandom.current().nextInt(MOST_PAUSES);
            isThreadKnown = true;
            while (pause-- > 0) {
                Thread.onSpinWait();
            }
            record.abandon(thread);
            return record.call() != null;
        }
    }

    @JCStressTest
    @Description("A thread enters a policy while it is abandoned.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The thread entered, and the supervisor sees that.")
    @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "The thread was refused.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The thread entered after it had been abandoned.")
    @State
    public static class EnterAgainstAbandon extends Supervised {
        @Actor
        public void enter(ZZ_Result result) {
            result.r1 = isAllowed(() -> {
                record.enter(PUSH);
                return true;
            });
        }

        @Actor
        public void abandon(ZZ_Result result) {
            result.r2 = abandonWithin();
        }
    }

    @JCStressTest
    @Description("A thread leaves a policy while it is abandoned.")
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The thread left, and the supervisor sees that.")
    @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "The thread was refused.")
    @Outcome(
            id = "true, true",
            expect = FORBIDDEN,
            desc = "The thread goes on with the change that the supervisor takes over.")
    @State
    public static class LeaveAgainstAbandon extends Supervised {
        public LeaveAgainstAbandon() {
            record.enter(PUSH);
        }

        @Actor
        public void leave(ZZ_Result result) {
            result.r1 = isAllowed(() -> {
                record.leave();
                return true;
            });
        }

        @Actor
        public void abandon(ZZ_Result result) {
            result.r2 = abandonWithin();
        }
    }

    @JCStressTest
    @Description("A policy calls the core while its thread is abandoned.")
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The call began, and the supervisor sees that.")
    @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "The call was refused.")
    @Outcome(
            id = "true, true",
            expect = FORBIDDEN,
            desc = "The thread calls the core, and its supervisor does not wait for it.")
    @State
    public static class CoreCallAgainstAbandon extends Supervised {
        public CoreCallAgainstAbandon() {
            record.enter(PUSH);
        }

        @Actor
        public void callCore(ZZ_Result result) {
            result.r1 = isAllowed(record::beginCoreCall);
        }

        @Actor
        public void abandon(ZZ_Result result) {
            result.r2 = abandonWithin();
        }
    }
}
