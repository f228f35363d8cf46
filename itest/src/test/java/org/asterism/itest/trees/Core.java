package org.asterism.itest.trees;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.plugin.TopologyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.spi.topology.TopologyProvider;

/**
 * The real core with drivers and policies, as a container would put it together; the policy eager is there to fall back
 * to.
 */
final class Core implements AutoCloseable {
    private final Plugins plugins = new Plugins();
    final CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);

    Core() {
        policy("eager", new EagerPolicyFactory());
    }

    Core policy(String name, SchedulingPolicyFactory policy) {
        plugins.add(new PolicyPlugin(name, "for tests", "test", 0, policy));
        return this;
    }

    Core driver(String name, Driver driver) {
        plugins.add(new DriverPlugin(name, driver));
        return this;
    }

    /** Adds workers that run {@link Kernel}s on their own threads. */
    Core workers(int number, Architecture architecture) {
        return driver(architecture.name(), new Units(number, architecture));
    }

    /** Adds a worker of which its driver says something. */
    Core worker(String name, Architecture architecture, Map<String, Object> properties) {
        return driver(name, request -> List.of(new Unit(architecture, name, properties)));
    }

    /** Adds a service that knows this machine. */
    Core topology(TopologyProvider provider) {
        plugins.add(new TopologyPlugin(0, () -> provider));
        return this;
    }

    @Override
    public void close() {
        factory.closeAll();
    }

    private record Units(int number, Architecture architecture) implements Driver {
        @Override
        public List<ComputeUnit> open(DriverRequest request) {
            return IntStream.range(0, number)
                    .<ComputeUnit>mapToObj(index -> new Unit(architecture, architecture.name() + "-" + index, Map.of()))
                    .toList();
        }
    }

    private record Unit(Architecture architecture, String name, Map<String, Object> properties) implements ComputeUnit {
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
