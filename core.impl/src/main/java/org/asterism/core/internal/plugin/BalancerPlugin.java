package org.asterism.core.internal.plugin;

import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.BalancerDescription;
import org.asterism.spi.balance.ContextBalancer;

/**
 * An available balancer: one service registration.
 *
 * @param name the balancer's name
 * @param description the behaviour of the balancer
 * @param parameters the properties that it accepts, in words
 * @param provider the bundle that provides it
 * @param ranking the service ranking; of several balancers of a name, the highest is used
 * @param service the source of the factory, which makes balancers
 */
public record BalancerPlugin(
        String name,
        String description,
        List<String> parameters,
        String provider,
        int ranking,
        Supplier<ContextBalancer> service)
        implements Plugin {
    /** One without parameters. */
    public BalancerPlugin(String name, ContextBalancer factory) {
        this(name, "for tests", List.of(), "test", 0, () -> factory);
    }

    /** Makes balancers. */
    public ContextBalancer factory() {
        return service.get();
    }

    /** Returns the description for programs. */
    public BalancerDescription describe() {
        return new BalancerDescription(name, description, parameters, provider);
    }
}
