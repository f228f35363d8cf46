package org.example.balancer;

import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.ProvidesBalancer;
import org.osgi.service.component.annotations.Component;

/** The service that Asterism finds: makes a balancer for each runtime that requests one. */
@ProvidesBalancer(OneAtATimeFactory.BALANCER)
@Component(
        property = {
            ContextBalancer.NAME + "=" + OneAtATimeFactory.BALANCER,
            ContextBalancer.DESCRIPTION
                    + "=one idle worker per look moves to the context with the most ready tasks",
            ContextBalancer.PARAMETERS + "=" + OneAtATimeFactory.IDLE_TIME
        })
public final class OneAtATimeFactory implements ContextBalancer {
    /** The name by which users request the balancer. */
    static final String BALANCER = "one-at-a-time";

    /** Declares the parameter: its name, default and meaning. */
    static final String IDLE_TIME = "idle-time (20ms): how long a worker must have run nothing before it moves";

    /** Made by Declarative Services. */
    public OneAtATimeFactory() {}

    @Override
    public Balancer create(BalancerContext context) {
        return new OneAtATimeBalancer(
                context.properties().allowOnly(IDLE_TIME).nanos(IDLE_TIME));
    }
}
