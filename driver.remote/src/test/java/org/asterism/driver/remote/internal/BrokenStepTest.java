package org.asterism.driver.remote.internal;

import static org.asterism.driver.remote.internal.StalledMembers.inMain;
import static org.asterism.driver.remote.internal.StalledMembers.onDevice;
import static org.asterism.driver.remote.internal.StalledMembers.range;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Staging;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies that cannot be asked for because something throws: they fail, and others go on. */
@Timeout(60)
class BrokenStepTest {
    /** No step of these has a place left if only one of them is not given back. */
    private static final int MANY = 2 * Staging.MOST;

    private final StalledMembers members = new StalledMembers();

    private enum Kind {
        TO_MAIN,
        TO_DEVICE,
        WITHIN,
        FROM_MAIN;

        RemoteTransfer begin(StalledMembers members, List<StridedRange> ranges) {
            return switch (this) {
                case TO_MAIN, TO_DEVICE -> members.write(ranges, Message.WINDOW);
                case WITHIN -> members.copyWithin(ranges);
                case FROM_MAIN -> members.read(ranges, Message.WINDOW);
            };
        }

        List<StridedRange> good() {
            return this == TO_DEVICE ? onDevice() : inMain();
        }

        /** No message can be made of these. */
        List<StridedRange> bad() {
            return Arrays.asList(range(this == TO_DEVICE ? MemoryAddress.first(1) : 4096), null);
        }

        int sent(StalledMembers members) {
            return switch (this) {
                case TO_MAIN, TO_DEVICE -> members.writes();
                case WITHIN -> members.copiesWithin();
                case FROM_MAIN -> members.reads();
            };
        }
    }

    private static void refuseToSend(StalledLink link, Throwable failure) {
        link.whenSending(() -> {
            switch (failure) {
                case null -> {}
                case Error error -> throw error;
                default -> throw (RuntimeException) failure;
            }
        });
    }

    private static void expect(Throwable failure, RemoteTransfer transfer) {
        assertSame(failure, assertThrows(failure.getClass(), transfer::isFinished));
    }

    /** The loss of a member is told when no copy of it is open any more. */
    @AfterEach
    void shouldHaveEndedAllThatIsOpen() {
        refuseToSend(members.toSource, null);
        refuseToSend(members.toTarget, null);
        members.source.close("the test ends");
        members.target.close("the test ends");
        assertThrows(DeviceLostException.class, members.source::requirePresent);
        assertThrows(DeviceLostException.class, members.target::requirePresent);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackItsPlaceWhenAStepThrows(Kind kind) {
        for (int count = 0; count < MANY; count++) {
            Throwable failure = count % 2 == 0 ? new IllegalStateException("test") : new OutOfMemoryError("test");
            refuseToSend(members.toSource, failure);
            expect(failure, kind.begin(members, kind.good()));
        }
        refuseToSend(members.toSource, null);
        kind.begin(members, kind.good());
        assertEquals(1, kind.sent(members));
        assertFalse(members.source.isLost());
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackItsPlaceWhenNoMessageCanBeMadeForAStep(Kind kind) {
        for (int count = 0; count < MANY; count++) {
            RemoteTransfer bad = assertDoesNotThrow(() -> kind.begin(members, kind.bad()));
            assertThrows(NullPointerException.class, bad::isFinished);
        }
        kind.begin(members, kind.good());
        assertEquals(1, kind.sent(members));
    }

    @Test
    void shouldLetOthersGoOnWhenAStepThrowsThatHasWaited() {
        members.write(inMain(), Message.WINDOW);
        RemoteTransfer bad = members.write(Kind.TO_MAIN.bad(), 8);
        members.write(inMain(), 8);
        members.confirm(0);
        assertThrows(NullPointerException.class, bad::isFinished);
        assertEquals(2, members.writes());
        assertFalse(members.source.isLost(), "the member has done nothing wrong");
    }

    @Test
    void shouldWaitForTheRestOfACopyOfWhichAPartHasFailed() {
        CopyPlan.Part good = StalledMembers.part(inMain(), 8);
        RemoteTransfer writing = RemoteTransfer.toMember(2);
        members.source.work().write(good, writing);
        members.source.work().write(StalledMembers.part(Kind.TO_MAIN.bad(), 8), writing);
        assertDoesNotThrow(() -> assertFalse(writing.isFinished(), "the transport still reads the memory"));
        members.toSource.drop();
        assertThrows(NullPointerException.class, writing::isFinished);
    }

    /** Begins a copy that is relayed, as later ones are, too. */
    private RemoteTransfer relayFirst() {
        RemoteTransfer copying = members.copy();
        members.answerPull("a firewall");
        return copying;
    }

    @Test
    void shouldEndARelayedStepThatCannotBeRead() {
        for (int count = 0; count < MANY; count++) {
            Throwable failure = count % 2 == 0 ? new IllegalStateException("test") : new OutOfMemoryError("test");
            refuseToSend(members.toSource, failure);
            expect(failure, count == 0 ? relayFirst() : members.copy());
        }
        refuseToSend(members.toSource, null);
        members.copy();
        assertEquals(1, members.reads());
    }

    @Test
    void shouldEndARelayedStepThatCannotBeWritten() {
        RemoteTransfer copying = relayFirst();
        for (int count = 0; count < MANY; count++) {
            Throwable failure = count % 2 == 0 ? new IllegalStateException("test") : new OutOfMemoryError("test");
            refuseToSend(members.toTarget, failure);
            members.answer(count, 8);
            expect(failure, copying);
            copying = members.copy();
        }
        refuseToSend(members.toTarget, null);
        members.answer(MANY, 8);
        assertEquals(1, members.toTarget.sent(Write.class).size());
    }

    @Test
    void shouldEndACopyThatTheTargetCannotBeAskedFor() {
        for (int count = 0; count <= Message.MOST_PULLS; count++) {
            Throwable failure = count % 2 == 0 ? new IllegalStateException("test") : new InternalError("test");
            refuseToSend(members.toTarget, failure);
            expect(failure, members.copy());
        }
        refuseToSend(members.toTarget, null);
        members.copy();
        assertEquals(1, members.pulls());
    }

    @Test
    void shouldEndCopiesThatHaveWaitedWhenTheTargetCannotBeAskedForThem() throws Exception {
        for (int count = 0; count < Message.MOST_PULLS; count++) {
            members.copy();
        }
        List<RemoteTransfer> waiting = List.of(members.copy(), members.copy());
        Throwable failure = new InternalError("test");
        refuseToSend(members.toTarget, failure);
        members.answerPull("");
        waiting.forEach(each -> expect(failure, each));
        refuseToSend(members.toTarget, null);
        members.copy();
        assertEquals(Message.MOST_PULLS + 1, members.pulls());
    }

    @Test
    void shouldTellOfTheLossOfATargetThoughItsSourceCannotBeToldOfIt() {
        RemoteTransfer asked = members.copy();
        refuseToSend(members.toSource, new InternalError("test"));
        members.target.close("test");
        assertThrows(DeviceLostException.class, asked::isFinished);
        assertThrows(DeviceLostException.class, members.target::requirePresent);
    }

    @Test
    void shouldTellOfTheLossOfASourceThoughItsTargetCannotBeToldOfIt() throws Exception {
        RemoteTransfer copied = members.copy();
        members.answerPull("");
        assertTrue(copied.isFinished());
        refuseToSend(members.toTarget, new InternalError("test"));
        members.source.close("test");
        assertThrows(DeviceLostException.class, members.source::requirePresent);
    }

    @Test
    void shouldForgetAKernelThatTheMemberCannotBeAskedFor() throws Exception {
        RemoteExecution execution = new RemoteExecution(null, null);
        Error failure = new InternalError("test");
        refuseToSend(members.toSource, failure);
        assertSame(
                failure,
                assertThrows(
                        Error.class,
                        () -> members.source.work().launch(execution, number -> {
                            CodeletReference reference =
                                    new CodeletReference(new CodeletSource("codelets", "1.0.0", "hash"), "scale");
                            return new Message.Launch(number, 0, reference, 0, 1, 0, new byte[0]);
                        })));
        refuseToSend(members.toSource, null);
        members.source.close("test");
        assertFalse(execution.isFinished(), "nobody asks it any more");
    }

    /** There may be thousands of them, and the core must not hear of the loss before the transport has let go. */
    @ParameterizedTest
    @EnumSource
    void shouldMakeNoMessagesForCopiesThatWaitWhenTheMemberIsLost(Kind kind) throws Exception {
        members.toSource.beSlow();
        RemoteTransfer open = members.write(inMain(), 8);
        for (int count = 0; count < Staging.MOST; count++) {
            kind.begin(members, kind.good());
        }
        List<RemoteTransfer> waiting = new ArrayList<>();
        for (int count = 0; count < MANY; count++) {
            waiting.add(kind.begin(members, kind.bad()));
        }
        members.source.close("test");
        waiting.add(kind.begin(members, kind.bad()));
        for (RemoteTransfer each : waiting) {
            assertFalse(each.isFinished(), "the core must not know yet");
        }
        assertFalse(open.isFinished());
        members.toSource.drop();
        waiting.forEach(each -> assertThrows(DeviceLostException.class, each::isFinished));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeNoMessagesForCopiesThatComeAfterTheLoss(Kind kind) throws Exception {
        members.toSource.beSlow();
        members.write(inMain(), 8);
        members.source.close("test");
        RemoteTransfer late = kind.begin(members, kind.bad());
        assertFalse(late.isFinished(), "the core must not know yet");
        members.toSource.drop();
        assertThrows(DeviceLostException.class, late::isFinished);
    }
}
