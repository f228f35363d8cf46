package org.example.balancer;

import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.ProvidesBalancer;
import org.osgi.service.component.annotations.Component;

/** The service that Asterism finds: makes a balancer for each runtime that wants one. */
@ProvidesBalancer(OneAtATimeFactory.BALANCER)
@Component(
        property = {
            ContextBalancer.NAME + "=" + OneAtATimeFactory.BALANCER,
            ContextBalancer.DESCRIPTION
                    + "=one idle worker per look moves to the context with the most ready tasks",
            ContextBalancer.PARAMETERS + "=" + OneAtATimeFactory.IDLE_TIME
                    + " (20ms): how long a worker must have run nothing before it moves"
        })
public final class OneAtATimeFactory implements ContextBalancer {
    /** What users ask for. */
    static final String BALANCER = "one-at-a-time";

    static final String IDLE_TIME = "idle-time";
    private static final long DEFAULT_IDLE_NANOS = 20_000_000;

    /** Made by Declarative Services. */
    public OneAtATimeFactory() {}

    @Override
    public Balancer create(BalancerContext context) {
        context.properties().allowOnly(IDLE_TIME);
        return new OneAtATimeBalancer(context.properties().nanos(IDLE_TIME, DEFAULT_IDLE_NANOS));
    }
}
