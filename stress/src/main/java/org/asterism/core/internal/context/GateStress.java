package org.asterism.core.internal.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link Gate} and {@link GateSlot}: no thread is inside unseen once the gate is closed. */
final class GateStress {
    private GateStress() {}

    /** An open gate, with a slot for one thread. */
    public abstract static class OpenGate {
        final Gate gate = new Gate();
        final GateSlot slot = new GateSlot(false);
        int written;

        OpenGate() {
            gate.add(List.of(slot));
            gate.open();
        }
    }

    @JCStressTest
    @Description("A worker enters from its own place while the gate is closed.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The worker is inside, and is seen.")
    @Outcome(
            id = {"false, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "The worker saw the closed gate and turned back, perhaps seen at that.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The worker is inside, and nobody knows.")
    @State
    public static class EnterAgainstClose extends OpenGate {
        @Actor
        public void enter(ZZ_Result result) {
            result.r1 = gate.enter(slot);
        }

        @Actor
        public void close(ZZ_Result result) {
            gate.close();
            result.r2 = slot.isInside();
        }
    }

    @JCStressTest
    @Description("A thread enters from a shared place, which another has just left, while the gate is closed.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The thread is inside, and is seen.")
    @Outcome(
            id = {"false, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "The thread saw the closed gate and turned back, perhaps seen at that.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The thread is inside, and nobody knows.")
    @State
    public static class EnterSharedAgainstClose {
        private final Gate gate = new Gate();
        private final GateSlot slot = new GateSlot(true);

        public EnterSharedAgainstClose() {
            gate.add(List.of(slot));
            gate.open();
        }

        @Actor
        public void enter(ZZ_Result result) {
            result.r1 = gate.enter(slot);
        }

        @Actor
        public void close(ZZ_Result result) {
            gate.close();
            result.r2 = slot.isInside();
        }
    }

    @JCStressTest
    @Description(
            "A thread of a program enters for the first time, and gets a place of its own, while the gate is closed.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The thread is inside, and is seen.")
    @Outcome(
            id = {"false, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "The thread saw the closed gate and turned back, perhaps seen at that.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The thread is inside, and nobody knows.")
    @State
    public static class EnterFirstAgainstClose {
        private final Gate gate = new Gate();

        public EnterFirstAgainstClose() {
            gate.open();
        }

        @Actor
        public void enter(ZZ_Result result) {
            result.r1 = gate.enter(gate.slotOfThread());
        }

        @Actor
        public void close(ZZ_Result result) {
            gate.close();
            result.r2 = !gate.busySlots().isEmpty();
        }
    }

    @JCStressTest
    @Description("Two threads ask for the only place that is for one thread, at the same time.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "One has it, and both are seen.")
    @Outcome(expect = FORBIDDEN, desc = "They have one place that is not for several.")
    @State
    public static class TwoFirst {
        private final Gate gate = new Gate(1);
        private final Thread[] threads = new Thread[2];
        private final GateSlot[] places = new GateSlot[2];

        public TwoFirst() {
            gate.open();
        }

        private boolean enter(int actor) {
            threads[actor] = Thread.currentThread();
            places[actor] = gate.slotOfThread();
            return gate.enter(places[actor]);
        }

        @Actor
        public void first(ZZ_Result result) {
            result.r1 = enter(0);
        }

        @Actor
        public void second(ZZ_Result result) {
            result.r2 = enter(1);
        }

        @Arbiter
        public void look(ZZ_Result result) {
            boolean hasOneOwner = places[0].isShared() != places[1].isShared();
            boolean isTakenOver = !threads[0].isAlive() || !threads[1].isAlive(); // actors may end between the two
            result.r1 &= places[0].isInside() && (hasOneOwner || isTakenOver);
            result.r2 &= places[1].isInside();
        }
    }

    @JCStressTest
    @Description("Two threads enter from one shared place, and one of them leaves.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The one that stayed is seen.")
    @Outcome(expect = FORBIDDEN, desc = "The one that left took the other's count with it.")
    @State
    public static class TwoAtOnePlace {
        private final Gate gate = new Gate();
        private final GateSlot slot = new GateSlot(true);

        public TwoAtOnePlace() {
            gate.open();
        }

        @Actor
        public void stay(ZZ_Result result) {
            result.r1 = gate.enter(slot);
        }

        @Actor
        public void leave() {
            gate.enter(slot);
            slot.leave();
        }

        @Arbiter
        public void look(ZZ_Result result) {
            result.r2 = slot.isInside();
        }
    }

    @JCStressTest
    @Description(
            "A worker writes inside and leaves; another thread closes the gate, waits until it is quiet, and reads.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The worker was inside, and what it did is seen.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The worker saw the closed gate.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "The worker was inside, and what it did is not seen.")
    @Outcome(expect = FORBIDDEN, desc = "The gate did not become quiet.")
    @State
    public static class QuietIsVisible extends OpenGate {
        @Actor
        public void work(II_Result result) {
            if (gate.enter(slot)) {
                written = 1;
                slot.leave();
                result.r1 = 1;
            }
        }

        @Actor
        public void close(II_Result result) {
            gate.close();
            result.r2 = gate.awaitQuiet() ? written : -1;
        }
    }

    @JCStressTest
    @Description("A worker's place is removed, and the gate opened again, while the worker enters from there.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The worker was inside before its place was removed.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The worker was not let in.")
    @Outcome(expect = FORBIDDEN, desc = "The worker was let in from a place that nobody looks at any more.")
    @State
    public static class EnterAgainstRemove extends OpenGate {
        @Actor
        public void work(II_Result result) {
            if (gate.enter(slot)) {
                written = 1;
                slot.leave();
                result.r1 = 1;
            }
        }

        @Actor
        public void remove(II_Result result) {
            gate.close();
            gate.awaitQuiet();
            gate.remove(List.of(slot));
            result.r2 = written;
            gate.open();
        }
    }
}
