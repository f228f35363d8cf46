package org.asterism.balancer.completion.internal;

import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.ProvidesBalancer;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** The service for the balancer {@code completion}. */
@ProvidesBalancer("completion")
@Component(
        property = {
            ContextBalancer.NAME + "=completion",
            ContextBalancer.DESCRIPTION
                    + "=workers are shared so that the context that ends last ends as early as can be",
            ContextBalancer.PARAMETERS + "=" + CompletionSettings.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class CompletionBalancerFactory implements ContextBalancer {
    /** Called by Declarative Services. */
    public CompletionBalancerFactory() {}

    @Override
    public Balancer create(BalancerContext context) {
        return new CompletionBalancer(CompletionSettings.of(context.properties()));
    }
}
