package org.asterism.profile;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** The real core with simulated machines, on which only kernels and copies take time. */
public final class Laboratory implements AutoCloseable {
    private final Plugins plugins = new Plugins();
    private final CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);

    /** Stands for the code of a GPU, which a simulation does not run. */
    private static final class GpuCode implements Implementation {}

    /** Makes a core with the policy eager and the driver of simulated machines. */
    public Laboratory() {
        addPolicy("eager", new EagerPolicyFactory());
        plugins.add(new DriverPlugin("sim", new SimulationDriver()));
    }

    void addPolicy(String name, SchedulingPolicyFactory policy) {
        plugins.add(new PolicyPlugin(name, "for tests", "test", 0, policy));
    }

    /** A runtime with the described machine and the policy eager. */
    TaskRuntime runtime(String machine) {
        return runtime(machine, "eager");
    }

    TaskRuntime runtime(String machine, String policy) {
        Simulation simulation = Simulation.of(file(machine))
                .with("cost.submit", "0")
                .with("cost.push", "0")
                .with("cost.fetch", "0")
                .with("cost.turn", "0")
                .with("cost.allocation", "off")
                .with("cost.queueing", "off");
        return factory.create(RuntimeConfiguration.defaults().withPolicy(policy).withSimulation(simulation));
    }

    /**
     * Makes a runtime on the cores of this machine, in real time.
     *
     * @return the runtime
     */
    public TaskRuntime realRuntime() {
        plugins.add(new DriverPlugin("cpu", new org.asterism.core.internal.testing.InlineDriver(2)));
        return factory.create(RuntimeConfiguration.defaults().withPolicy("eager"));
    }

    private static String file(String name) {
        try {
            return Path.of(Laboratory.class.getResource(name).toURI()).toString();
        } catch (URISyntaxException impossible) {
            throw new AssertionError(name.toUpperCase(Locale.ROOT), impossible);
        }
    }

    /**
     * Makes a codelet whose time the machine describes.
     *
     * @param name of the codelet
     * @param access to its data, in their order
     * @return the codelet
     */
    public static Codelet codelet(String name, Access... access) {
        return Codelet.named(name)
                .model(PerformanceModel.history(name))
                .access(access)
                .implementation(Architecture.CUDA, new GpuCode())
                .cpu(kernel -> {})
                .build();
    }

    @Override
    public void close() {
        factory.closeAll();
    }
}
