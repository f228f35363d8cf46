package org.asterism.api;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Settings of a simulated runtime. Its workers, memories and links come from the description of a machine. Its time is
 * virtual. The same seed gives the same schedule every time. The core, its policies and the program are real.
 *
 * <p>One thread runs everything: a thread that submits tasks or waits for them drives the simulated machine.
 *
 * @param driver the name of the driver that provides the simulated machine; no other driver is opened
 * @param properties the driver's properties, such as {@code machine}, the file that describes the machine; the driver's
 *     documentation lists them
 * @param executes whether kernels are really run, on the calling thread; their times are still those of the description
 */
public record Simulation(String driver, Map<String, String> properties, boolean executes) {
    /** The name of the driver that simulates machines. */
    public static final String DRIVER = "sim";

    /** Copies the map and checks that nothing is null. */
    public Simulation {
        Objects.requireNonNull(driver, "driver");
        properties = Map.copyOf(properties);
    }

    /**
     * A machine that a file describes.
     *
     * @param file the name of a file, or of a machine that is part of the distribution
     * @return a simulation that does not run kernels
     */
    public static Simulation of(String file) {
        return new Simulation(DRIVER, Map.of("machine", file), false);
    }

    /**
     * Tells the driver something more.
     *
     * @param name of one of its properties
     * @param value for it
     * @return a changed copy
     */
    public Simulation with(String name, String value) {
        Map<String, String> changed = new HashMap<>(properties);
        changed.put(name, value);
        return new Simulation(driver, changed, executes);
    }

    /**
     * Says whether kernels are run.
     *
     * @param executed true to check what they compute
     * @return a changed copy
     */
    public Simulation executing(boolean executed) {
        return new Simulation(driver, properties, executed);
    }
}
