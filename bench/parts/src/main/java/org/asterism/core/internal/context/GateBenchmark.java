package org.asterism.core.internal.context;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to pass the gate in front of a policy: once per push and once per pop. */
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

    /** A worker's own place. */
    @State(Scope.Thread)
    public static class OwnTurn {
        final Turn turn = new Turn(false);
    }

    /** A worker passes, from its own place. */
    @Benchmark
    public boolean passAsWorker(OpenGate open, OwnTurn own) {
        boolean entered = open.gate.enter(own.turn);
        open.gate.leave(own.turn);
        return entered;
    }

    /** A thread of the program passes, from a place that it shares with others. */
    @Benchmark
    public boolean passAsProgram(OpenGate open) {
        Turn turn = open.gate.sharedTurn();
        boolean entered = open.gate.enter(turn);
        open.gate.leave(turn);
        return entered;
    }
}
