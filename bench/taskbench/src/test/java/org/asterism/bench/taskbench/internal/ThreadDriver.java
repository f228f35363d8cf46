package org.asterism.bench.taskbench.internal;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;

/**
 * CPU workers that run wherever the operating system puts them: these tests look at figures, not at how good they are.
 */
final class ThreadDriver implements Driver {
    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        return IntStream.range(0, request.mostUnits().orElse(2))
                .<ComputeUnit>mapToObj(number -> new Unit("cpu-" + number))
                .toList();
    }

    private record Unit(String name) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public void start() {}

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            return Execution.FINISHED;
        }

        @Override
        public void stop() {}
    }
}
