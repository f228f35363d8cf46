package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Done;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Free;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Unit;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageCodecTest {
    private static final CodeletReference REFERENCE =
            new CodeletReference(new CodeletSource("bundle", "1.2.3", "cafe"), "gemm");

    static List<Message> messages() {
        List<StridedRange> ranges = List.of(new StridedRange(64, 8, new long[] {2, 3}, new long[] {100, 10}));
        return List.of(
                Peers.hello("node1"),
                new Offer(
                        1 << 20,
                        List.of(new Message.Memory("gpu-0", 1 << 30, 1 << 29, 128)),
                        List.of(new Unit("gpu-0", "cpu", 1, Map.of("cpu.pu", 3))),
                        List.of(REFERENCE),
                        7),
                new Message.Bundle(REFERENCE.source(), 1234),
                new Message.Wanted(REFERENCE.source()),
                new Message.Part(new byte[] {1, 2, 3}),
                new Message.Installed(REFERENCE.source(), "because"),
                new Message.Codelets(List.of(REFERENCE)),
                new Allocate(64, 128),
                new Free(64),
                new Write(1, ranges),
                new Written(1),
                new Read(2, ranges),
                new Data(2),
                new Message.Admit(new byte[] {1, 2}),
                new Message.Pull(4, new Message.Neighbour(1, "node2", "::1", 7, new byte[] {3}), ranges, ranges),
                new Message.Pulled(4, "because"),
                new Message.Forget(1),
                new Message.Dismiss(7),
                new Message.Copy(5, ranges, ranges),
                new Message.Uncopied(5, "because"),
                new Message.Visit(new byte[] {1, 2}),
                new Launch(3, 1, REFERENCE, 0, 17, -5, new byte[] {0, 0, 0, 0, 0}),
                new Done(3, 1234, true, new byte[] {0}),
                new Failed(3, "java.lang.Error", "text"),
                new Bye("because"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldReadWhatItHasWritten(Message message) {
        ByteBuffer head = MessageCodec.encode(message);
        byte[] bytes = new byte[head.remaining()];
        head.get(bytes);
        Message copy = MessageCodec.decode(ByteBuffer.wrap(bytes));
        assertEquals(message.getClass(), copy.getClass());
        ByteBuffer again = MessageCodec.encode(copy);
        byte[] bytesAgain = new byte[again.remaining()];
        again.get(bytesAgain);
        assertArrayEquals(bytes, bytesAgain);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldRefuseWhatIsTooShortOrTooLong(Message message) {
        ByteBuffer head = MessageCodec.encode(message);
        byte[] bytes = new byte[head.remaining()];
        head.get(bytes);
        for (int length = 0; length < bytes.length; length++) {
            ByteBuffer part = ByteBuffer.wrap(bytes, 0, length);
            assertThrows(MalformedMessageException.class, () -> MessageCodec.decode(part));
        }
        if (!(message instanceof Hello)) {
            ByteBuffer more = ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 1));
            assertThrows(MalformedMessageException.class, () -> MessageCodec.decode(more));
        }
    }

    @Test
    void shouldTestEveryKindOfMessage() {
        Set<Class<?>> tested = messages().stream().map(Object::getClass).collect(Collectors.toSet());
        assertEquals(Arrays.stream(Message.class.getPermittedSubclasses()).collect(Collectors.toSet()), tested);
    }

    @Test
    void shouldRecogniseAPeerOfAnotherKind() {
        ByteBuffer http = ByteBuffer.wrap(new byte[] {0, 'G', 'E', 'T', ' ', '/'});
        assertEquals(
                "the peer is not Asterism",
                assertThrows(MalformedMessageException.class, () -> MessageCodec.decode(http))
                        .getMessage());
    }

    @Test
    void shouldUnderstandTheGreetingOfLaterVersions() {
        WireOutput out = new WireOutput();
        out.putByte(0)
                .putInt(0x41537472)
                .putInt(99)
                .putString("77.0")
                .putBoolean(true)
                .putString("new");
        out.putLong(4711);
        Hello hello = (Hello) MessageCodec.decode(out.finish());
        String misfit = Peers.misfit(hello);
        assertTrue(misfit.contains("new has 77.0 (protocol 99)"), misfit);
        assertNull(Peers.misfit(Peers.hello("same")));
    }

    @Test
    void shouldRefuseRangesOfTooManyPieces() {
        assertThrows(
                MalformedMessageException.class,
                () -> new StridedRange(0, 1, new long[] {StridedRange.MOST_PIECES, 2}, new long[] {0, 0}));
        assertThrows(
                MalformedMessageException.class,
                () -> new StridedRange(0, 1, new long[] {Long.MAX_VALUE, 4}, new long[] {0, 0}));
        assertThrows(MalformedMessageException.class, () -> new StridedRange(0, 0, new long[0], new long[0]));
        assertThrows(MalformedMessageException.class, () -> new StridedRange(0, 1, new long[1], new long[0]));
        long[] ones = new long[StridedRange.MOST_DIMENSIONS + 1];
        Arrays.fill(ones, 1);
        assertThrows(MalformedMessageException.class, () -> new StridedRange(0, 1, ones, ones));
    }
}
