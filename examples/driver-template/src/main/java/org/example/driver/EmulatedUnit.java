package org.example.driver;

import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/** Puts kernels into a queue of the device. The worker's thread never waits for them. */
final class EmulatedUnit implements ComputeUnit {
    /** While a kernel runs, the core fetches the data of the next one and launches it. */
    private static final int TASKS_AT_A_TIME = 2;

    private final String name;
    private final DeviceMemory memory;
    private final CommandQueue kernels;

    EmulatedUnit(int number, DeviceMemory memory) {
        this.name = EmulatedDriver.DRIVER + "-" + number;
        this.memory = memory;
        this.kernels = new CommandQueue(name);
    }

    @Override
    public Architecture architecture() {
        return EmulatedDriver.ARCHITECTURE;
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the properties for filters such as {@code --workers '(device.name=emulated)'}. */
    @Override
    public Map<String, Object> properties() {
        return Map.of("device.name", EmulatedDriver.DRIVER);
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.of(memory);
    }

    @Override
    public int pipeline() {
        return TASKS_AT_A_TIME;
    }

    /** Nothing is bound to the worker's thread. */
    @Override
    public void start() {}

    @Override
    public Execution launch(Implementation implementation, KernelContext context) {
        if (implementation instanceof Kernel kernel) {
            return kernels.add(() -> kernel.run(context));
        }
        throw new IllegalArgumentException(name + " runs implementations of type " + Kernel.class.getName()
                + " only, but was given "
                + (implementation == null ? "null" : implementation.getClass().getName())
                + ": give the codelet its kernel with Codelet.Builder.cpu(...)");
    }

    /** Kernels under way end in the background, and are reported. */
    @Override
    public void stop() {}

    @Override
    public void close() {
        kernels.close();
    }
}
