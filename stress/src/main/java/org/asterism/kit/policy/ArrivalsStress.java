package org.asterism.kit.policy;

import static org.asterism.stress.Specimens.idOf;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.asterism.api.Task;
import org.asterism.stress.RecordingHost;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link Arrivals}: one thread adds while another takes; no task is lost, doubled or overtaken, and empty means empty.
 */
final class ArrivalsStress {
    private static final Task FIRST = Specimens.job(new RecordingHost(), 1);
    private static final Task SECOND = Specimens.job(new RecordingHost(), 2);

    private ArrivalsStress() {}

    /**
     * A taker against an adder of two tasks. Subclasses define the place in a chunk, and are the actors, because
     * jcstress ignores actors of this class.
     */
    abstract static class AddAndTake {
        private final Arrivals arrivals = new Arrivals();

        AddAndTake(int before) {
            for (int index = 0; index < before; index++) {
                arrivals.add(FIRST, 0, index);
                arrivals.take();
            }
        }

        final void addTwo() {
            arrivals.add(FIRST, 0, 1000);
            arrivals.add(SECOND, 0, 2000);
        }

        final void takeTwice(III_Result result) {
            result.r1 = taken();
            result.r2 = taken();
        }

        final void takeRest(III_Result result) {
            int rest = taken();
            int last = taken();
            result.r3 = last == 0 && arrivals.isEmpty() && arrivals.take() == null ? rest : 10 * rest + last;
        }

        /** The id of the oldest task, or -1 if its stamp was not the one it was added with. */
        private int taken() {
            long stamp = arrivals.oldestStamp();
            int id = stamp == Long.MAX_VALUE ? 0 : idOf(arrivals.take());
            return id == 0 || stamp == 1000L * id ? id : -1;
        }
    }

    @JCStressTest
    @Description("One thread adds two tasks, another takes twice, in the middle of a chunk.")
    @Outcome(id = "0, 0, 12", expect = ACCEPTABLE, desc = "The taker came too early for both.")
    @Outcome(
            id = {"1, 0, 2", "0, 1, 2"},
            expect = ACCEPTABLE,
            desc = "The taker got the first; the second was left.")
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "The taker got both, in their order.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled, overtaken, or had another's stamp.")
    @State
    public static class WithinChunk extends AddAndTake {
        public WithinChunk() {
            super(0);
        }

        @Actor
        public void add() {
            addTwo();
        }

        @Actor
        public void take(III_Result result) {
            takeTwice(result);
        }

        @Arbiter
        public void rest(III_Result result) {
            takeRest(result);
        }
    }

    @JCStressTest
    @Description("One thread adds two tasks, another takes twice, where one chunk ends and the next begins.")
    @Outcome(id = "0, 0, 12", expect = ACCEPTABLE, desc = "The taker came too early for both.")
    @Outcome(
            id = {"1, 0, 2", "0, 1, 2"},
            expect = ACCEPTABLE,
            desc = "The taker got the first; the second was left.")
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "The taker got both, in their order.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost, doubled, overtaken, or had another's stamp.")
    @State
    public static class AcrossChunks extends AddAndTake {
        public AcrossChunks() {
            super(511);
        }

        @Actor
        public void add() {
            addTwo();
        }

        @Actor
        public void take(III_Result result) {
            takeTwice(result);
        }

        @Arbiter
        public void rest(III_Result result) {
            takeRest(result);
        }
    }

    @JCStressTest
    @Description("One thread adds a task and says so; another hears it and asks whether the queue is empty.")
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "It was added, and the queue is not empty.")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "It was added, but not yet said.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "It was not added yet.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "A queue that holds a task says that it is empty.")
    @State
    public static class EmptyIsEmpty {
        private final Arrivals arrivals = new Arrivals();
        private volatile boolean said;

        @Actor
        public void add() {
            arrivals.add(FIRST, 0, 1000);
            said = true;
        }

        @Actor
        public void ask(ZZ_Result result) {
            result.r1 = said;
            result.r2 = arrivals.isEmpty();
        }
    }

    @JCStressTest
    @Description("Of two tasks, one at the end of a chunk, one is taken, while another thread asks without the lock.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "One was taken, and one is left.")
    @Outcome(expect = FORBIDDEN, desc = "A queue that holds a task says that it has none, or the task was not taken.")
    @State
    public static class HintIsEnough {
        private final Arrivals arrivals = new Arrivals();

        public HintIsEnough() {
            for (int index = 0; index < 511; index++) {
                arrivals.add(FIRST, 0, index);
                arrivals.take();
            }
            arrivals.add(FIRST, 0, 1000);
            arrivals.add(SECOND, 0, 2000);
        }

        @Actor
        public void take(ZZ_Result result) {
            result.r1 = arrivals.take() == FIRST;
        }

        @Actor
        public void ask(ZZ_Result result) {
            result.r2 = arrivals.hasNext() || !arrivals.isEmpty();
        }
    }

    @JCStressTest
    @Description("A taker that has got the task asks for the size while the adder is still counting.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The task was taken, and none is left.")
    @Outcome(
            id = {"0, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The taker came too early; the task is there, or is not yet.")
    @Outcome(expect = FORBIDDEN, desc = "The size is one that no queue can have.")
    @State
    public static class SizeIsPossible {
        private final Arrivals arrivals = new Arrivals();

        @Actor
        public void add() {
            arrivals.add(FIRST, 0, 1000);
        }

        @Actor
        public void takeAndAsk(II_Result result) {
            result.r1 = idOf(arrivals.take());
            result.r2 = (int) arrivals.size();
        }
    }
}
