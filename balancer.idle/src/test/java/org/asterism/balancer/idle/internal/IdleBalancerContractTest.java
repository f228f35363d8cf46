package org.asterism.balancer.idle.internal;

import org.asterism.spi.balance.ContextBalancer;
import org.asterism.tck.ContextBalancerContract;

class IdleBalancerContractTest extends ContextBalancerContract {
    @Override
    protected ContextBalancer service() {
        return new IdleBalancerFactory();
    }
}
