package org.asterism.core.internal.coherence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads that bring commands to a seat: no command is lost, and one thread after the other runs them. */
final class SeatStress {
    private SeatStress() {}

    @JCStressTest
    @Description("Two threads post commands that count without locks; the work counts what the commands have counted.")
    @Outcome(id = "4, 4, 0", expect = ACCEPTABLE, desc = "All commands were done, one after the other.")
    @Outcome(id = ".*, .*, 1", expect = FORBIDDEN, desc = "Two threads were in the seat.")
    @Outcome(expect = FORBIDDEN, desc = "A command was lost, or its doing was not seen by the next thread in the seat.")
    @State
    public static class PostAgainstPost {
        private int counted;
        private int seen;
        private int crowded;
        private volatile boolean taken;
        private final Seat seat = new Seat(() -> seen = counted);

        private void count() {
            if (taken) {
                crowded = 1;
            }
            taken = true;
            counted++;
            taken = false;
        }

        @Actor
        public void one() {
            seat.post(this::count);
            seat.post(this::count);
        }

        @Actor
        public void other() {
            seat.post(this::count);
            seat.post(this::count);
        }

        @Arbiter
        public void look(III_Result result) {
            result.r1 = counted;
            result.r2 = seen;
            result.r3 = crowded;
        }
    }

    @JCStressTest
    @Description("Two threads post commands that leave something to be done afterwards.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both were done.")
    @Outcome(expect = FORBIDDEN, desc = "One was left lying.")
    @State
    public static class AfterwardsAgainstPost {
        private volatile int first;
        private volatile int second;
        private final Seat seat = new Seat(() -> {});

        @Actor
        public void one() {
            seat.post(() -> seat.afterwards(() -> first++));
        }

        @Actor
        public void other() {
            seat.post(() -> seat.afterwards(() -> second++));
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = first;
            result.r2 = second;
        }
    }
}
