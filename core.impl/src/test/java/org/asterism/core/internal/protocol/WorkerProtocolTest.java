package org.asterism.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import org.asterism.api.WorkerFlag;
import org.junit.jupiter.api.Test;

/** What {@link WorkerProtocolExplorationTest} does not ask: single transitions, and what people see. */
final class WorkerProtocolTest {
    private final WorkerProtocol machine = new WorkerProtocol();

    @Test
    void shouldShowItsStates() {
        assertEquals(Set.of(), machine.flags());
        machine.announceLook();
        machine.relax();
        machine.reserve();
        machine.tryCall();
        assertEquals(
                EnumSet.of(
                        WorkerFlag.SCHEDULING,
                        WorkerFlag.LOOKING,
                        WorkerFlag.RELAXED,
                        WorkerFlag.LOCKED,
                        WorkerFlag.CALLED),
                machine.flags());
        machine.unlock();
        machine.leave(0);
        machine.answer();
        machine.tryNotice(3);
        machine.waitForLook();
        machine.reserve();
        machine.observe();
        assertEquals(
                EnumSet.of(
                        WorkerFlag.NOTICED,
                        WorkerFlag.WAITED_FOR,
                        WorkerFlag.CALLED,
                        WorkerFlag.BLOCKED,
                        WorkerFlag.OBSERVED),
                machine.flags());
    }

    @Test
    void shouldTellWhoChangesItsContexts() {
        machine.tryNotice(WorkerProtocol.NO_WORKER);
        assertEquals(WorkerProtocol.NO_WORKER, machine.changer());
        machine.endNotice();
        machine.tryNotice(9_999);
        assertEquals(9_999, machine.changer());
        assertFalse(machine.tryNotice(0));
        assertEquals(9_999, machine.changer());
    }

    @Test
    void shouldGoOnAtOnceWhileItIsRelaxedStill() {
        machine.announceLook();
        machine.relax();
        machine.relax();
        assertTrue(machine.tryLock());
        machine.announceUnrelax();
        assertTrue(machine.mayGoOn());
        machine.announceUnrelax();
        assertFalse(machine.mayGoOn());
    }

    @Test
    void shouldCountCalls() {
        assertTrue(machine.tryCall());
        assertTrue(machine.tryCall());
        assertEquals(2, machine.calls());
        assertTrue(machine.answer());
        machine.dismiss();
        assertTrue(machine.isDismissed(), "one of two is over although the worker stays");
        assertTrue(machine.answer());
        machine.dismiss();
        assertFalse(machine.isDismissed());
        assertFalse(machine.tryCall(), "the next train waits for the end of this one");
        assertFalse(machine.answer());
        assertTrue(machine.isDismissed());
        assertTrue(machine.tryCall());
    }

    @Test
    void shouldTakeBackACallThatWasNotAnswered() {
        machine.tryCall();
        machine.dismiss();
        assertTrue(machine.isDismissed());
        assertFalse(machine.hasToAnswer());
        assertFalse(machine.answer());
    }

    @Test
    void shouldRefuseADismissalWithoutACall() {
        assertThrows(IllegalStateException.class, machine::dismiss);
    }

    @Test
    void shouldCountAWorkerThatIsDismissedAsThere() {
        machine.tryCall();
        machine.answer();
        machine.reserve();
        assertTrue(machine.observe());
        machine.dismiss();
        machine.reserve();
        assertFalse(machine.observe());
    }

    @Test
    void shouldAnswerADismissalDuringAChange() {
        machine.tryCall();
        machine.answer();
        machine.tryNotice(0);
        machine.dismiss();
        assertTrue(machine.hasToAnswer());
        assertFalse(machine.answer());
    }

    @Test
    void shouldKnowWhenItsDataAreItsOwn() {
        assertFalse(machine.isExclusive());
        assertFalse(machine.isInOperation());
        int before = machine.announcePush();
        assertTrue(machine.isExclusive());
        assertTrue(machine.isInOperation());
        assertFalse(machine.isLooking());
        machine.relax();
        assertFalse(machine.isExclusive());
        assertTrue(machine.isInOperation());
        machine.leave(before);
        assertFalse(machine.isInOperation());
    }
}
