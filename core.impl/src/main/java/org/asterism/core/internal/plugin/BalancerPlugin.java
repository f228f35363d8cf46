package org.asterism.core.internal.plugin;

import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.BalancerDescription;
import org.asterism.spi.balance.ContextBalancer;

/**
 * A balancer that can be used: one service registration.
 *
 * @param name the balancer's name
 * @param description what it does
 * @param parameters the properties that it knows, in words
 * @param provider who brought it
 * @param ranking the service ranking: of several of a name, the highest is used
 * @param service has the factory, which makes balancers
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

    /** What programs are told of it. */
    public BalancerDescription describe() {
        return new BalancerDescription(name, description, parameters, provider);
    }
}
