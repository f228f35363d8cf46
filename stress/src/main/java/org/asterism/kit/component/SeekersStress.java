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

        final int takeOutAndPutBack(int own) {
            long ended = seekers.ended();
            TASK.setVolatile(this, 0);
            TASK.setRelease(this, 1);
            return seekers.haveMissed(ended, own) ? 1 : 0;
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
            result.r2 = takeOutAndPutBack(0);
        }

        @Actor
        public void look(II_Result result) {
            seekers.begin();
            result.r1 = look();
            seekers.end();
        }
    }

    @JCStressTest
    @Description("One thread takes a task out and puts it back because of a report, another child reports and looks.")
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The task was seen.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It was not seen, and that was noticed.")
    @Outcome(expect = FORBIDDEN, desc = "It was not seen, and nobody noticed.")
    @State
    public static class TwoReports extends TakenOut {
        @Actor
        public void takeOut(II_Result result) {
            seekers.report();
            result.r2 = takeOutAndPutBack(1);
            seekers.end();
        }

        @Actor
        public void report(II_Result result) {
            seekers.report();
            result.r1 = look();
            seekers.end();
        }
    }
}
