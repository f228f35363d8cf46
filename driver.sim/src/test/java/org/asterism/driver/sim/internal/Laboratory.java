package org.asterism.driver.sim.internal;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;

/** The real core with this driver, as a container would put it together. */
final class Laboratory implements AutoCloseable {
    private final CoreRuntimeFactory factory;

    Laboratory() {
        Plugins plugins = new Plugins();
        plugins.add(new PolicyPlugin("eager", "for tests", "test", 0, new EagerPolicyFactory()));
        plugins.add(new DriverPlugin(SimulationDriver.DRIVER, new SimulationDriver()));
        factory = new CoreRuntimeFactory(plugins);
    }

    /** A file beside the tests. */
    static String file(String name) {
        try {
            return Path.of(Laboratory.class.getResource(name).toURI()).toString();
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    TaskRuntime runtime(Simulation simulation) {
        return runtime(simulation, 0);
    }

    TaskRuntime runtime(Simulation simulation, long seed) {
        return factory.create(RuntimeConfiguration.defaults()
                .withPolicy("eager")
                .withSimulation(simulation)
                .withSeed(seed));
    }

    @Override
    public void close() {
        factory.closeAll();
    }
}
