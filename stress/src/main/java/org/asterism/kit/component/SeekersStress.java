package org.asterism.kit.component;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * {@link Seekers}: a thread that takes a task out and puts it back notices a worker, or a child with room, that
 * searched without success in the meantime.
 */
final class SeekersStress {
    private static final VarHandle TASK;

    static {
        try {
            TASK = MethodHandles.lookup().findVarHandle(TakenOut.class, "task", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private SeekersStress() {}

    /** A store with one task. */
    public abstract static class TakenOut {
        final Seekers seekers = new Seekers();
        int task = 1;

        final int putBack(long ended, long reports) {
            TASK.setRelease(this, 1);
            return seekers.haveMissed(ended, reports) ? 1 : 0;
        }

        final int look() {
            return (int) TASK.getAcquire(this);
        }
    }

    @JCStressTest
    @Description("One thread takes a task out and puts it back, another looks for it.")
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The task was seen.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It was not seen, and that was noticed.")
    @Outcome(expect = FORBIDDEN, desc = "It was not seen, and nobody noticed.")
    @State
    public static class TakeOutAndLook extends TakenOut {
        @Actor
        public void takeOut(II_Result result) {
            long reports = seekers.reports();
            long ended = seekers.ended();
            TASK.setVolatile(this, 0);
            result.r2 = putBack(ended, reports);
        }

        @Actor
        public void look(II_Result result) {
            seekers.begin();
            result.r1 = look();
            seekers.end();
        }
    }

    @JCStressTest
    @Description("One thread takes a task out to offer it, a child reports room and looks for it.")
    @Outcome(
            id = {"0, 2", "1, 2"},
            expect = ACCEPTABLE,
            desc = "The child accepted it.")
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "It was refused, and the child saw it in the store.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It was refused and not seen, and that was noticed.")
    @Outcome(expect = FORBIDDEN, desc = "It was refused and not seen, and nobody noticed.")
    @State
    public static class OfferAgainstReport extends TakenOut {
        private volatile boolean hasRoom;

        @Actor
        public void offer(II_Result result) {
            long reports = seekers.reports();
            long ended = seekers.ended();
            TASK.setVolatile(this, 0);
            result.r2 = hasRoom ? 2 : putBack(ended, reports);
        }

        @Actor
        public void report(II_Result result) {
            hasRoom = true;
            seekers.report();
            result.r1 = look();
        }
    }
}
