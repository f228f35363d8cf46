package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.FutureTask;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
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
    void shouldGiveAThreadASlotOfItsOwnUnlessAnotherHasItsPlace() throws Exception {
        Gate gate = new Gate(1);
        GateSlot own = gate.slotOfThread();
        assertFalse(own.isShared());
        assertSame(own, gate.slotOfThread());
        assertTrue(gate.slots().contains(own), "who closes the gate must find it");
        assertTrue(slotOfAnother(gate, Thread.ofPlatform()).isShared());
        assertSame(own, gate.slotOfThread());
    }

    @Test
    void shouldLetVirtualThreadsShare() throws Exception {
        assertTrue(slotOfAnother(new Gate(1), Thread.ofVirtual()).isShared(), "there may be millions of them");
    }

    @Test
    void shouldGiveTheSlotOfAThreadThatHasEndedToAnother() throws Exception {
        Gate gate = new Gate(1);
        GateSlot slot = slotOfAnother(gate, Thread.ofPlatform());
        assertFalse(slot.isShared());
        assertSame(slot, slotOfAnother(gate, Thread.ofPlatform()));
        assertSame(slot, gate.slotOfThread());
        assertEquals(2, gate.slots().size());
    }

    @Test
    void shouldGiveBackTheRoomOfABurstWhenItsThreadHasEnded() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(0);
                TaskRuntime runtime = laboratory.runtime()) {
            Codelet nothing =
                    Codelet.named("nothing").access().cpu(kernel -> {}).build();
            Gate gate = new Gate(1);
            FutureTask<HeldTasks> burst = new FutureTask<>(() -> {
                HeldTasks held = gate.slotOfThread().held();
                for (int task = 0; task < 5000; task++) {
                    held.add((Job) runtime.task(nothing).submit());
                }
                runtime.defaultContext().cancelTasks("the end of a burst");
                gate.tidy();
                assertTrue(held.room() >= 5000, "its thread may add more");
                return held;
            });
            Thread.ofPlatform().start(burst).join();
            gate.tidy();
            assertEquals(0, burst.get().room());
        }
    }

    private static GateSlot slotOfAnother(Gate gate, Thread.Builder kind) throws Exception {
        FutureTask<GateSlot> slot = new FutureTask<>(gate::slotOfThread);
        kind.start(slot).join();
        return slot.get();
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
