package org.asterism.core.internal.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.UnitTiming;

/**
 * A machine that is only described: workers in main memory, on which every task takes the same time, or else a
 * microsecond.
 */
public final class DescribedDriver implements Driver {
    private static final long MICROSECOND = 1000;

    /** That every task takes so long. */
    private record Timing(long nanos) implements UnitTiming {
        @Override
        public double nanos(Task task) {
            return nanos;
        }

        @Override
        public double joules(Task task) {
            return 0;
        }
    }

    private final int number;
    private final Timing timing;

    public DescribedDriver(int number) {
        this(number, MICROSECOND);
    }

    /** Makes a driver on whose workers every task takes so many nanoseconds. */
    public DescribedDriver(int number, long nanos) {
        this.number = number;
        timing = new Timing(nanos);
    }

    /** How a runtime on the machine is asked for, if the driver is called as drivers of machines are. */
    public static RuntimeConfiguration configuration(boolean executes) {
        return RuntimeConfiguration.defaults().withSimulation(new Simulation(Simulation.DRIVER, Map.of(), executes));
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        boolean executes = Boolean.parseBoolean(request.properties().get("execute"));
        return IntStream.range(0, number)
                .<ComputeUnit>mapToObj(index -> new Unit(request.clock(), "described-" + index, executes, timing))
                .toList();
    }

    private record Unit(Clock clock, String name, boolean executes, Timing alike) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public Optional<UnitTiming> timing() {
            return Optional.of(alike);
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            if (executes) {
                ((Kernel) implementation).run(context);
            }
            long end = clock.nanoTime() + alike.nanos();
            return new Execution() {
                @Override
                public boolean isFinished() {
                    return clock.nanoTime() >= end;
                }

                @Override
                public long nextPoll() {
                    return end;
                }
            };
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }
}
