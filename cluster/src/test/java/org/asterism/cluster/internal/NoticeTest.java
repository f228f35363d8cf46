package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoticeTest {
    static Notice[] notices() {
        return new Notice[] {
            new Notice.Leads("coordinator-7"),
            new Notice.Offers("node1", "192.168.1.11", 65_535),
            new Notice.Declines("node1", "it works for another one"),
            new Notice.Accepts("coordinator-7"),
            new Notice.Rejects("coordinator-7", "it has another version")
        };
    }

    @ParameterizedTest
    @MethodSource("notices")
    void shouldReadWhatItHasWritten(Notice notice) throws IOException {
        assertEquals(notice, Notice.decode(notice.encode()));
    }

    @ParameterizedTest
    @MethodSource("notices")
    void shouldRefuseEveryPartOfANoticeAndOnesThatAreTooLong(Notice notice) {
        byte[] bytes = notice.encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> Notice.decode(part));
        }
        assertThrows(IOException.class, () -> Notice.decode(Arrays.copyOf(bytes, bytes.length + 1)));
    }

    @ParameterizedTest
    @MethodSource("notices")
    void shouldRefuseAnotherVersionOfTheFormatAndUnknownKinds(Notice notice) {
        byte[] newer = notice.encode();
        newer[3]++;
        assertThrows(IOException.class, () -> Notice.decode(newer));
        byte[] unknown = notice.encode();
        unknown[4] = 99;
        assertThrows(IOException.class, () -> Notice.decode(unknown));
    }
}
