package org.asterism.core.internal.testing;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;

/**
 * A driver whose kernels take as many nanoseconds of the runtime's clock as their task's argument, a Long, says;
 * without one, a hundred.
 */
public final class TimedDriver implements Driver {
    private final int number;
    private final IntFunction<Map<String, Object>> properties;

    public TimedDriver(int number) {
        this(number, index -> Map.of());
    }

    /** Makes a driver whose workers have properties. */
    public TimedDriver(int number, IntFunction<Map<String, Object>> properties) {
        this.number = number;
        this.properties = properties;
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        return IntStream.range(0, number)
                .<ComputeUnit>mapToObj(index -> new Unit(request.clock(), "timed-" + index, properties.apply(index)))
                .toList();
    }

    private record Unit(Clock clock, String name, Map<String, Object> properties) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            Long given = context.argument(Long.class);
            long end = clock.nanoTime() + (given == null ? 100 : given);
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
