package org.asterism.core.internal.testing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;

/** A driver whose units write down what is called of them, and on which thread. */
public final class WatchedDriver implements Driver {
    /**
     * A call.
     *
     * @param unit its name
     * @param what start, launch, stop or close
     * @param thread the calling one
     */
    public record Call(String unit, String what, Thread thread) {}

    public final List<Call> calls = new CopyOnWriteArrayList<>();
    private final String prefix;
    private final int number;

    /** Is thrown by the next call of start, if there is something. */
    public volatile RuntimeException startFailure;

    public WatchedDriver(String prefix, int number) {
        this.prefix = prefix;
        this.number = number;
    }

    /** What was called of a unit, in order, but for launches. */
    public List<String> life(String unit) {
        return calls.stream()
                .filter(call -> call.unit().equals(unit) && !call.what().equals("launch"))
                .map(Call::what)
                .toList();
    }

    /** The threads that some method of a unit was called on, each once. */
    public List<Thread> threads(String unit, String what) {
        return calls.stream()
                .filter(call -> call.unit().equals(unit) && call.what().equals(what))
                .map(Call::thread)
                .distinct()
                .toList();
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        return IntStream.range(0, number)
                .<ComputeUnit>mapToObj(index -> new Unit(prefix + "-" + index, index))
                .toList();
    }

    private final class Unit implements ComputeUnit {
        private final String name;
        private final int index;

        Unit(String name, int index) {
            this.name = name;
            this.index = index;
        }

        private void note(String what) {
            calls.add(new Call(name, what, Thread.currentThread()));
        }

        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of("numa.node", index);
        }

        @Override
        public void start() {
            note("start");
            RuntimeException failure = startFailure;
            startFailure = null;
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            note("launch");
            ((Kernel) implementation).run(context);
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            note("stop");
        }

        @Override
        public void close() {
            note("close");
        }
    }
}
