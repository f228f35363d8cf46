package org.asterism.core.internal.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;

/** A driver whose units run kernels on the worker's thread, bound to nothing. */
public final class InlineDriver implements Driver {
    private final int number;
    private final Architecture architecture;
    private final DeviceMemory memory;

    public InlineDriver(int number) {
        this(number, Architecture.CPU);
    }

    public InlineDriver(int number, Architecture architecture) {
        this(number, architecture, null);
    }

    private InlineDriver(int number, Architecture architecture, DeviceMemory memory) {
        this.number = number;
        this.architecture = architecture;
        this.memory = memory;
    }

    /** Makes one whose units have a memory of their own. */
    public static InlineDriver withMemory(int number) {
        return new InlineDriver(number, Architecture.CPU, new InlineMemory());
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        return IntStream.range(0, request.mostUnits().orElse(number))
                .<ComputeUnit>mapToObj(
                        index -> new Unit(architecture, architecture.name() + "-" + index, Optional.ofNullable(memory)))
                .toList();
    }

    private record Unit(Architecture architecture, String name, Optional<DeviceMemory> memory) implements ComputeUnit {
        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }
}
