package org.asterism.core.internal.protocol;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link WorkerProtocol}: of the worker and another thread, one sees the other. The explorer tests all states, assuming
 * sequential consistency; this test checks the effects of the memory model.
 */
final class WorkerProtocolStress {
    private WorkerProtocolStress() {}

    /** A worker at rest, with its own data. */
    public abstract static class Worker {
        final WorkerProtocol machine = new WorkerProtocol();
        int data;

        final boolean look() {
            machine.announceLook();
            VarHandle.fullFence();
            return machine.admission().isGranted();
        }
    }

    @JCStressTest
    @Description("A worker begins a look while another thread locks it.")
    @Outcome(
            id = {"true, false", "false, true", "false, false"},
            expect = ACCEPTABLE,
            desc = "One of the two, or none, since both have announced themselves.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "The lock is held while the worker's data are its own.")
    @State
    public static class LookAgainstLock extends Worker {
        @Actor
        public void look(ZZ_Result result) {
            result.r1 = look();
        }

        @Actor
        public void lock(ZZ_Result result) {
            result.r2 = machine.tryLock();
        }
    }

    @JCStressTest
    @Description("A worker begins a look while it is noticed of a change.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The worker looks, and is waited for.")
    @Outcome(
            id = {"false, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "The worker saw the notice, perhaps seen at that.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The worker looks, and nobody knows.")
    @State
    public static class LookAgainstNotice extends Worker {
        @Actor
        public void look(ZZ_Result result) {
            result.r1 = look();
        }

        @Actor
        public void notice(ZZ_Result result) {
            machine.tryNotice(WorkerProtocol.NO_WORKER);
            result.r2 = machine.isLooking();
        }
    }

    @JCStressTest
    @Description("A worker counts in an operation, another thread with the worker's lock.")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "One saw what the other had done.")
    @Outcome(expect = FORBIDDEN, desc = "They were in it together, or did not see each other's work.")
    @State
    public static class PushAgainstLock extends Worker {
        @Actor
        public void push() {
            int before = Waits.push(machine);
            data++;
            machine.leave(before);
        }

        @Actor
        public void lock() {
            Waits.lock(machine);
            data++;
            machine.unlock();
        }

        @Arbiter
        public void look(I_Result result) {
            result.r1 = data;
        }
    }

    @JCStressTest
    @Description("A worker goes on after it has relaxed, and counts; another thread counts with the worker's lock.")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "One saw what the other had done.")
    @Outcome(expect = FORBIDDEN, desc = "They were in it together, or did not see each other's work.")
    @State
    public static class GoOnAgainstLock extends Worker {
        private final int before = Waits.push(machine);

        public GoOnAgainstLock() {
            machine.relax();
        }

        @Actor
        public void goOn() {
            Waits.unrelax(machine);
            data++;
            machine.leave(before);
        }

        @Actor
        public void lock() {
            Waits.lock(machine);
            data++;
            machine.unlock();
        }

        @Arbiter
        public void look(I_Result result) {
            result.r1 = data;
        }
    }

    @JCStressTest
    @Description("A worker counts before it relaxes; another thread takes the lock then, and reads.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It saw what the worker had done.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "It did not see what the worker had done.")
    @State
    public static class RelaxIsVisible extends Worker {
        public RelaxIsVisible() {
            Waits.push(machine);
        }

        @Actor
        public void relax() {
            data = 1;
            machine.relax();
        }

        @Actor
        public void lock(I_Result result) {
            Waits.lock(machine);
            result.r1 = data;
            machine.unlock();
        }
    }
}
