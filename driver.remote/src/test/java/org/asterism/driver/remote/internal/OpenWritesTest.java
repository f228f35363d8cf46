package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When data that go to a member count as there. */
@Timeout(60)
class OpenWritesTest {
    private final StalledMembers members = new StalledMembers();

    private RemoteTransfer write() {
        return members.write(StalledMembers.inMain(), 8);
    }

    @Test
    void shouldEndACopyWhenItsDataAreSentAndTellTheirArrival() throws Exception {
        RemoteTransfer writing = write();
        assertFalse(writing.isFinished(), "the transport still reads the memory");
        members.toSource.drop();
        assertTrue(writing.isFinished());
        assertFalse(writing.hasArrived());
        members.confirm(0);
        assertTrue(writing.hasArrived());
    }

    @Test
    void shouldLetAnotherMemberReadOnlyWhatThisOneHasConfirmed() {
        write();
        write();
        members.toSource.drop();
        members.copy();
        assertEquals(0, members.pulls());
        write(); // comes too late for that copy to wait for it
        members.confirm(1);
        assertEquals(0, members.pulls());
        members.confirm(0);
        assertEquals(1, members.pulls());
        members.copy();
        assertEquals(1, members.pulls());
        members.confirm(2);
        assertEquals(2, members.pulls());
        members.copy();
        assertEquals(3, members.pulls());
    }

    @Test
    void shouldEndCopiesThatWaitForAMemberWhichIsLost() throws Exception {
        write();
        members.toSource.drop();
        RemoteTransfer copying = members.copy();
        members.source.close("test");
        members.answerPull("it is lost");
        assertThrows(DeviceLostException.class, copying::isFinished);
    }
}
