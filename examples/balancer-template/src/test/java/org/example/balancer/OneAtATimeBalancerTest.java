package org.example.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.Move;
import org.asterism.tck.ContextBalancerContract;
import org.asterism.tck.FakeContexts;
import org.junit.jupiter.api.Test;

/** Runs the balancer through the contract of all balancers, and tests what it promises beyond that. */
final class OneAtATimeBalancerTest extends ContextBalancerContract {
    private static final Architecture CPU = Architecture.CPU;

    @Override
    protected ContextBalancer service() {
        return new OneAtATimeFactory();
    }

    @Test
    void shouldMoveOneWorkerPerLook() {
        FakeContexts contexts =
                new FakeContexts().context("a", CPU, CPU, CPU).context("b", CPU).tasks("b", 1000);
        contexts.pass(30_000_000);
        try (Balancer balancer = service().create(contexts.balancerContext(Map.of()))) {
            List<Move> moves = balancer.balance(contexts.situation());
            assertEquals(1, moves.size(), moves.toString());
        }
    }

    @Test
    void shouldLeaveWorkersThatWereIdleForAShortTimeOnly() {
        FakeContexts contexts = new FakeContexts().context("a", CPU, CPU).context("b", CPU).tasks("b", 1000);
        contexts.pass(30_000_000);
        try (Balancer balancer =
                service().create(contexts.balancerContext(Map.of("idle-time", "1s")))) {
            assertTrue(balancer.balance(contexts.situation()).isEmpty());
        }
    }
}
