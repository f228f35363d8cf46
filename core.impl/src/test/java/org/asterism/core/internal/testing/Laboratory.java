package org.asterism.core.internal.testing;

import java.util.function.Function;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.policy.prio.internal.PrioPolicyFactory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** A core with plug-ins, as a container would put it together. */
public final class Laboratory implements AutoCloseable {
    public final Plugins plugins = new Plugins();
    public final CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);
    public final PolicyPlugin eager = policy("eager", new EagerPolicyFactory());
    public final PolicyPlugin prio = policy("prio", new PrioPolicyFactory());

    /** Makes a core with the policies eager and prio and no driver. */
    public Laboratory() {
        plugins.add(eager);
        plugins.add(prio);
    }

    /** Makes a core with a driver of so many CPU workers. */
    public static Laboratory withWorkers(int number) {
        Laboratory laboratory = new Laboratory();
        laboratory.addDriver("cpu", new InlineDriver(number));
        return laboratory;
    }

    public DriverPlugin addDriver(String name, Driver driver) {
        DriverPlugin plugin = new DriverPlugin(name, driver);
        plugins.add(plugin);
        return plugin;
    }

    public PolicyPlugin addPolicy(String name, Function<PolicyContext, SchedulingPolicy> maker) {
        PolicyPlugin plugin = policy(name, maker::apply);
        plugins.add(plugin);
        return plugin;
    }

    private static PolicyPlugin policy(String name, SchedulingPolicyFactory factory) {
        return new PolicyPlugin(name, "for tests", "test", 0, factory);
    }

    public TaskRuntime runtime() {
        return factory.create(RuntimeConfiguration.defaults());
    }

    @Override
    public void close() {
        factory.closeAll();
    }
}
