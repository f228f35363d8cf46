package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.asterism.core.internal.protocol.LookPermission;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of passing the gate in front of a policy, once per push and once per pop. One benchmark passes the
 * gate alone. Another follows the worker protocol as well, as workers do.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class GateBenchmark {
    /** An open gate, for all threads. */
    @State(Scope.Benchmark)
    public static class OpenGate {
        final Gate gate = new Gate();

        public OpenGate() {
            gate.open();
        }
    }

    /** A worker's own slot. */
    @State(Scope.Thread)
    public static class OwnSlot {
        final GateSlot slot = new GateSlot(false);
        final WorkerProtocol protocol = new WorkerProtocol();
    }

    /** A worker passes, from its own place. */
    @Benchmark
    public boolean passAsWorker(OpenGate open, OwnSlot own) {
        boolean entered = open.gate.enter(own.slot);
        own.slot.leave();
        return entered;
    }

    /** A worker passes to push a task, from its own place, with its protocol. */
    @Benchmark
    public int pushAsWorker(OpenGate open, OwnSlot own) {
        int before = open.gate.enter(own.slot, own.protocol);
        open.gate.leave(own.slot, own.protocol, before);
        return before;
    }

    /**
     * A worker passes to pop a task, from its own place, with its protocol: what {@link ReadyPool#pop} does around the
     * policy.
     */
    @Benchmark
    public boolean popAsWorker(OpenGate open, OwnSlot own) {
        own.protocol.announceLook();
        own.slot.announce();
        VarHandle.fullFence();
        boolean passes = own.protocol.admission() == LookPermission.FREE && open.gate.admits(own.slot);
        own.slot.leave();
        own.protocol.leave(0);
        return passes;
    }

    /** The protocol without a gate. */
    @Benchmark
    public boolean lookWithoutGate(OwnSlot own) {
        own.protocol.announceLook();
        VarHandle.fullFence();
        boolean passes = own.protocol.admission() == LookPermission.FREE;
        own.protocol.leave(0);
        return passes;
    }

    /** A thread of the program passes, from the place that it gets. */
    @Benchmark
    public boolean passAsProgram(OpenGate open) {
        GateSlot slot = open.gate.slotOfThread();
        boolean entered = open.gate.enter(slot);
        slot.leave();
        return entered;
    }
}
