package org.asterism.driver.remote.internal;

import static org.asterism.driver.remote.internal.StalledMembers.inMain;
import static org.asterism.driver.remote.internal.StalledMembers.onDevice;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.Staging;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much is on its way to a member, and from it. */
@Timeout(60)
class CopyLimitsTest {
    private static final long STEP = Message.LONGEST_STEP;
    private static final int MANY = 100;

    private final StalledMembers members = new StalledMembers();

    private void writeToMain(long... lengths) {
        for (long bytes : lengths) {
            members.write(inMain(), bytes);
        }
    }

    private void writeToDevice(long... lengths) {
        for (long bytes : lengths) {
            members.write(onDevice(), bytes);
        }
    }

    private void read(long... lengths) {
        for (long bytes : lengths) {
            members.read(inMain(), bytes);
        }
    }

    @Test
    void shouldSendNoMoreThanTheWindowBeforeTheMemberConfirms() {
        writeToMain(STEP, STEP, 8, 8);
        assertEquals(2, members.writes());
        members.toSource.drop();
        assertEquals(2, members.writes(), "they are sent, but on their way");
        members.confirm(0);
        assertEquals(4, members.writes());
        writeToMain(STEP - 15);
        assertEquals(4, members.writes(), "there is room for one byte less");
        members.confirm(2);
        assertEquals(5, members.writes());
        IntStream.range(0, MANY).forEach(_ -> writeToMain(8));
        assertEquals(5, members.writes());
        members.confirm(1);
        assertEquals(5 + MANY, members.writes(), "those that are short");
    }

    @Test
    void shouldSendWhatIsLongerThanTheWindowAlone() {
        writeToMain(8, Message.WINDOW + 8, 8);
        assertEquals(1, members.writes());
        members.confirm(0);
        assertEquals(2, members.writes());
        members.confirm(1);
        assertEquals(3, members.writes());
    }

    @Test
    void shouldEndCopiesThatWaitForTheWindowWhenTheMemberIsLost() {
        List<RemoteTransfer> all =
                Stream.generate(() -> members.write(inMain(), STEP)).limit(MANY).toList();
        assertEquals(2, members.writes());
        members.source.close("test");
        members.toSource.drop();
        RemoteTransfer late = members.write(inMain(), 8);
        Stream.concat(all.stream(), Stream.of(late))
                .forEach(copy -> assertThrows(DeviceLostException.class, copy::isFinished));
    }

    @Test
    void shouldAskForNoMoreThanTheWindow() throws Exception {
        RemoteTransfer first = members.read(inMain(), STEP);
        read(STEP, 8, STEP - 7);
        assertEquals(2, members.reads());
        members.beginAnswer(0, STEP);
        assertEquals(2, members.reads(), "the data are still on their way");
        members.source.body(members.toSource);
        assertTrue(first.isFinished());
        assertEquals(3, members.reads(), "there is room for one byte less");
        members.answer(2, 8);
        assertEquals(4, members.reads());
        members.answer(1, STEP);
        members.answer(3, STEP - 7);
        IntStream.range(0, 2 * Message.MOST_READS).forEach(_ -> read(8));
        assertEquals(4 + Message.MOST_READS, members.reads());
    }

    @Test
    void shouldAskForWhatIsLongerThanTheWindowAlone() {
        read(Message.WINDOW + 8, 8, Message.WINDOW + 8);
        assertEquals(1, members.reads());
        members.answer(0, Message.WINDOW + 8);
        assertEquals(2, members.reads());
        members.answer(1, 8);
        assertEquals(3, members.reads());
    }

    @Test
    void shouldAskForMoreWhenTheMemberCannotMakeACopy() {
        read(STEP, STEP, STEP);
        long number = members.toSource.sent(Message.Read.class).getFirst().transfer();
        members.toSource.deliver(members.source, new Message.Uncopied(number, "test"), 0);
        assertEquals(3, members.reads());
    }

    @Test
    void shouldSendNoMoreThanTheWindowToDevices() {
        writeToDevice(STEP, STEP, STEP);
        assertEquals(2, members.writes());
        members.toSource.drop();
        assertEquals(2, members.writes(), "they are sent, but on their way");
        members.confirm(0);
        assertEquals(3, members.writes());
    }

    @Test
    void shouldSendNoMoreCopiesToDevicesThanTheMemberAllows() {
        IntStream.range(0, Staging.MOST).forEach(_ -> writeToDevice(8));
        writeToDevice(8);
        members.copyWithin(inMain());
        assertEquals(Staging.MOST, members.writes());
        assertEquals(0, members.copiesWithin());
        members.confirm(0);
        assertEquals(Staging.MOST + 1, members.writes());
        members.confirm(1);
        assertEquals(1, members.copiesWithin());
    }

    @Test
    void shouldLetMainMemoryAndCopiesOfTheMemberNotWaitForBusyDevices() {
        IntStream.range(0, MANY).forEach(_ -> writeToDevice(STEP));
        assertEquals(2, members.writes());
        writeToMain(STEP);
        assertEquals(3, members.writes());
        members.copyWithin(inMain());
        assertEquals(1, members.copiesWithin());
    }

    @Test
    void shouldSendAllThatWaitsOneByOne() {
        IntStream.range(0, MANY).forEach(number -> members.write(number % 2 == 0 ? inMain() : onDevice(), STEP));
        for (int number = 0; number < MANY; number++) {
            members.confirm(number);
        }
        assertEquals(MANY, members.writes());
        assertEquals(
                MANY,
                members.toSource.sent(Write.class).stream()
                        .mapToLong(Write::transfer)
                        .distinct()
                        .count());
        members.toSource.deliver(members.source, new Written(1), 0);
        assertTrue(members.source.isLost(), "it confirms what it has confirmed");
    }

    @Test
    void shouldAddUpTheLengthOfAPartOnce() {
        int[] looks = {0};
        MemorySegment piece = Arena.ofAuto().allocate(8);
        CopyPlan.Part part = new CopyPlan.Part(inMain(), new AbstractList<>() {
            @Override
            public MemorySegment get(int index) {
                looks[0]++;
                return piece;
            }

            @Override
            public int size() {
                return 1;
            }
        });
        read(Message.WINDOW);
        members.source.work().read(part, new RemoteTransfer(1));
        members.answer(0, Message.WINDOW);
        members.answer(1, 8);
        assertEquals(1, looks[0]);
    }

    @Test
    void shouldReadAStepWhileAnotherOneIsWritten() throws Exception {
        RemoteTransfer first = members.copy();
        members.answerPull("a firewall");
        RemoteTransfer second = members.copy();
        members.copy();
        members.copy();
        assertEquals(2, members.reads());
        members.answer(0, 8);
        endWrite(0);
        assertTrue(first.isFinished());
        assertFalse(second.isFinished());
        assertEquals(3, members.reads());
        members.answer(2, 8);
        members.answer(1, 8);
        assertEquals(3, members.reads(), "both are on their way to the target");
        endWrite(1);
        endWrite(2);
        assertTrue(second.isFinished());
        assertEquals(4, members.reads());
    }

    private void endWrite(int write) {
        members.toTarget.drop();
        long number = members.toTarget.sent(Write.class).get(write).transfer();
        members.toTarget.deliver(members.target, new Written(number), 0);
    }
}
