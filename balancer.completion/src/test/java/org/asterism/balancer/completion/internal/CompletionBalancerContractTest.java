package org.asterism.balancer.completion.internal;

import org.asterism.spi.balance.ContextBalancer;
import org.asterism.tck.ContextBalancerContract;

class CompletionBalancerContractTest extends ContextBalancerContract {
    @Override
    protected ContextBalancer service() {
        return new CompletionBalancerFactory();
    }
}
