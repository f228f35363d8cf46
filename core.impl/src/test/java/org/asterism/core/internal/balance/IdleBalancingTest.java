package org.asterism.core.internal.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.balancer.completion.internal.CompletionBalancerFactory;
import org.asterism.balancer.idle.internal.IdleBalancerFactory;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The balancer idle, in virtual time. */
@Timeout(60)
class IdleBalancingTest {
    private static final Codelet WORK =
            Codelet.named("work").access().cpu(kernel -> {}).build();
    private static final long MILLISECOND = 1_000_000;

    private static void submit(SchedulingContext context, int tasks) {
        for (int index = 0; index < tasks; index++) {
            context.task(WORK).argument(MILLISECOND).submit();
        }
    }

    private static long makespan(String balancer, Map<String, String> properties) throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(4));
            laboratory.plugins.add(new BalancerPlugin("idle", new IdleBalancerFactory()));
            laboratory.plugins.add(new BalancerPlugin("completion", new CompletionBalancerFactory()));
            RuntimeConfiguration configuration = RuntimeConfiguration.defaults().withClock(new VirtualClock());
            if (balancer != null) {
                configuration = configuration.withBalancer(balancer, properties);
            }
            try (Runtime runtime = laboratory.factory.create(configuration)) {
                SchedulingContext other = runtime.createContext("other", "prio", worker -> worker.id() >= 2);
                submit(runtime.defaultContext(), 20);
                submit(other, 2000);
                runtime.waitAll();
                assertEquals(0, other.load().left());
                return runtime.clock().nanoTime();
            }
        }
    }

    @Test
    void shouldEndEarlierWithABalancer() throws InterruptedException {
        long without = makespan(null, Map.of());
        long with = makespan("idle", Map.of());
        assertEquals(1000 * MILLISECOND, without);
        assertTrue(with < 0.6 * without, with + " of " + without);
    }

    @Test
    void shouldEndAsEarlyAsCanBeWhenCompletionIsPredicted() throws InterruptedException {
        long without = makespan(null, Map.of());
        long with = makespan("completion", Map.of());
        System.out.println("completion " + with + " idle " + makespan("idle", Map.of()));
        assertTrue(with < 0.6 * without, with + " of " + without);
    }
}
