package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.FutureTask;
import org.asterism.core.internal.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The gate in front of a policy, by itself. */
@Timeout(60)
class GateTest {
    @Test
    void shouldGiveUpAfterTenSecondsOfTheClock() {
        Gate gate = new Gate();
        GateSlot slot = new GateSlot(false);
        gate.add(List.of(slot));
        slot.arrive();
        long begin = System.nanoTime();
        assertFalse(gate.awaitQuiet());
        double seconds = (System.nanoTime() - begin) / 1e9;
        assertTrue(seconds >= 10 && seconds < 14, seconds + " s");
    }

    @Test
    void shouldBePatientAlsoIfItsThreadWasInterrupted() throws Exception {
        Gate gate = new Gate();
        GateSlot slot = new GateSlot(false);
        gate.add(List.of(slot));
        slot.arrive();
        boolean[] stillInterrupted = {false};
        FutureTask<Boolean> quiet = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            boolean answer = gate.awaitQuiet();
            stillInterrupted[0] = Thread.currentThread().isInterrupted();
            return answer;
        });
        Thread waiter = new Thread(quiet, "waiter");
        waiter.start();
        while (waiter.isAlive() && (waiter.isInterrupted() || waiter.getState() != Thread.State.TIMED_WAITING)) {
            Await.pause();
        }
        slot.leave();
        assertTrue(quiet.get());
        assertTrue(stillInterrupted[0]);
    }
}
