package org.asterism.balancer.completion.internal;

import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.ProvidesBalancer;
import org.osgi.service.component.annotations.Component;

/** Brings the balancer {@code completion}. */
@ProvidesBalancer("completion")
@Component(
        property = {
            ContextBalancer.NAME + "=completion",
            ContextBalancer.DESCRIPTION
                    + "=workers are shared so that the context that ends last ends as early as can be",
            ContextBalancer.PARAMETERS
                    + "=gain (0.1): by what part an expected end must come nearer for workers to move, from 0 to 1",
            ContextBalancer.PARAMETERS + "=pause (50ms): how long nothing moves after something has",
            ContextBalancer.PARAMETERS + "=stay (100ms): how long a worker that was moved stays where it is"
        })
public final class CompletionBalancerFactory implements ContextBalancer {
    /** Made by Declarative Services. */
    public CompletionBalancerFactory() {}

    @Override
    public Balancer create(BalancerContext context) {
        return new CompletionBalancer(CompletionSettings.of(context.properties()));
    }
}
