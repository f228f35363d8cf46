package org.asterism.balancer.idle.internal;

import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.ProvidesBalancer;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** The service for the balancer {@code idle}. */
@ProvidesBalancer("idle")
@Component(
        property = {
            ContextBalancer.NAME + "=idle",
            ContextBalancer.DESCRIPTION
                    + "=workers that have been idle for a while move to contexts that have tasks for them",
            ContextBalancer.PARAMETERS + "=" + IdleSettings.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class IdleBalancerFactory implements ContextBalancer {
    /** Called by Declarative Services. */
    public IdleBalancerFactory() {}

    @Override
    public Balancer create(BalancerContext context) {
        return new IdleBalancer(IdleSettings.of(context.properties()));
    }
}
