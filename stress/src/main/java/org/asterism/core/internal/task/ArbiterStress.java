package org.asterism.core.internal.task;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.asterism.api.Access;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.use.Registry;
import org.asterism.stress.RecordingHost;
import org.asterism.stress.Specimens;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * {@link Arbiter}: exclusive tasks never have their turn at the same time, and no task that waits for its turn is lost.
 */
final class ArbiterStress {
    private ArbiterStress() {}

    /** Two pieces of data, and tasks that need turns on them and end as soon as they have them. */
    public abstract static class Table {
        final Registry registry = new Registry(
                new RecordingHost(),
                new Traffic(transfer -> {}, new LinkTable(LinkSettings.defaults()), new Observers(), () -> 0),
                null,
                (name, parameters) -> null,
                false);
        final DataHandle left = registry.token().sequentialConsistency(false);
        final DataHandle right = registry.token().sequentialConsistency(false);

        /** Changed by who has its turn, with plain reads and writes. */
        int meals;

        final Job task(int id, Access mode, DataHandle... handles) {
            Job[] self = new Job[1];
            RecordingHost host = new RecordingHost(() -> {
                meals++;
                Arbiter.giveBack(self[0]);
                return 0;
            });
            self[0] = Specimens.job(host, id);
            for (DataHandle handle : handles) {
                self[0].access(handle, mode);
            }
            Remainder.complete(DataOrder.declare(self[0]));
            return self[0];
        }

        /** A task that has its turn. */
        final Job holder(int id, Access mode, DataHandle... handles) {
            Job job = task(id, mode, handles);
            Arbiter.take(job);
            return job;
        }

        final void eat(Job job) {
            if (Arbiter.take(job)) {
                meals++;
                Arbiter.giveBack(job);
            }
        }
    }

    @JCStressTest
    @Description("A task wants its turn while the one that has it gives it back.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It had its turn, at once or later.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The task was lost.")
    @Outcome(expect = FORBIDDEN, desc = "The task had its turn twice.")
    @State
    public static class TakeAgainstGiveBack extends Table {
        private final Job holder = holder(1, Access.RW, left);
        private final Job job = task(2, Access.RW, left);

        @Actor
        public void giveBack() {
            Arbiter.giveBack(holder);
        }

        @Actor
        public void take() {
            eat(job);
        }

        @org.openjdk.jcstress.annotations.Arbiter
        public void look(I_Result result) {
            result.r1 = meals;
        }
    }

    @JCStressTest
    @Description("Two tasks want the same two pieces of data, named in different orders.")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both had their turn, one after the other.")
    @Outcome(expect = FORBIDDEN, desc = "One was lost, or both had their turn at the same time.")
    @State
    public static class TwoWantTwo extends Table {
        private final Job one = task(1, Access.RW, left, right);
        private final Job other = task(2, Access.RW, right, left);

        @Actor
        public void one() {
            eat(one);
        }

        @Actor
        public void other() {
            eat(other);
        }

        @org.openjdk.jcstress.annotations.Arbiter
        public void look(I_Result result) {
            result.r1 = meals;
        }
    }

    @JCStressTest
    @Description("Both pieces of data of a task that waits are given back at the same time.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It had its turn when both were free.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The task was lost between its queues.")
    @Outcome(expect = FORBIDDEN, desc = "The task had its turn twice.")
    @State
    public static class TwoGiveBackToOne extends Table {
        private final Job one = holder(1, Access.RW, left);
        private final Job other = holder(2, Access.RW, right);
        private final Job waiter = holder(3, Access.RW, right, left);

        @Actor
        public void one() {
            Arbiter.giveBack(one);
        }

        @Actor
        public void other() {
            Arbiter.giveBack(other);
        }

        @org.openjdk.jcstress.annotations.Arbiter
        public void look(I_Result result) {
            result.r1 = Progress.hasTurns(waiter) ? -1 : meals;
        }
    }

    @JCStressTest
    @Description("A reader gives its turn back, for which a writer waits, while another reader comes.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The writer and the reader had their turns.")
    @Outcome(expect = FORBIDDEN, desc = "One of them was lost, or had two turns.")
    @State
    public static class ReaderAgainstWriter extends Table {
        private final Job reading = holder(1, Access.R, left);
        private final RecordingHost writerHost = new RecordingHost();
        private final Job writer = Specimens.job(writerHost, 2);
        private final Job late = task(3, Access.R, left);
        private int written;

        public ReaderAgainstWriter() {
            writer.access(left, Access.W);
            Remainder.complete(DataOrder.declare(writer));
            Arbiter.take(writer);
        }

        @Actor
        public void giveBack() {
            Arbiter.giveBack(reading);
            // The writer has its turn now, whoever comes: it has waited for longer.
            written = writerHost.ready();
            Arbiter.giveBack(writer);
        }

        @Actor
        public void read() {
            eat(late);
        }

        @org.openjdk.jcstress.annotations.Arbiter
        public void look(II_Result result) {
            result.r1 = written;
            result.r2 = meals;
        }
    }

    @JCStressTest
    @Description("A task that waits for its turn leaves while the turn is given back.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It left, and has no turn.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It had its turn first.")
    @Outcome(expect = FORBIDDEN, desc = "It both left and had its turn, or neither.")
    @State
    public static class LeaveAgainstGiveBack extends Table {
        private final Job holder = holder(1, Access.RW, left);
        private final Job waiter = holder(2, Access.RW, right, left);

        @Actor
        public void giveBack() {
            Arbiter.giveBack(holder);
        }

        @Actor
        public void leave(II_Result result) {
            result.r1 = Arbiter.leave(waiter) ? 1 : 0;
        }

        @org.openjdk.jcstress.annotations.Arbiter
        public void look(II_Result result) {
            result.r2 = meals;
        }
    }
}
