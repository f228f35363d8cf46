package org.asterism.transport.netty.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.asterism.tck.TestKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Peers that are no members, or do not keep to the protocol. */
@Timeout(60)
final class HostilePeerTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final byte[] GREETING = "ASTERLK1".getBytes(StandardCharsets.US_ASCII);

    /** Long enough for peers on a busy machine, unless they are silent by intention. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration LITTLE_PATIENCE = Duration.ofMillis(500);

    private NettyTransport transport = new NettyTransport(1, PATIENCE);
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        transport.close();
    }

    private void losePatience() {
        transport.close();
        transport = new NettyTransport(1, LITTLE_PATIENCE);
    }

    /** Puts into the queue what happens. */
    private Receiver receiver() {
        return new Receiver() {
            @Override
            public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
                events.add("head " + head.remaining() + " " + bytes);
                throw new IllegalArgumentException("a body of " + bytes + " bytes is too long");
            }

            @Override
            public void body(Link link) {
                events.add("body");
            }

            @Override
            public void closed(Link link, String reason) {
                events.add("closed: " + reason);
            }
        };
    }

    private Transport.Listening listen() throws IOException {
        return transport.listen(ANY_PORT, LinkSecurity.NONE, _ -> {
            events.add("accepted");
            return receiver();
        });
    }

    private static Socket call(Transport.Listening listening) throws IOException {
        return new Socket(listening.address().getAddress(), listening.address().getPort());
    }

    /** Reads until the transport closes the connection. */
    private static byte[] answer(Socket socket) throws IOException {
        try (InputStream in = socket.getInputStream()) {
            return in.readAllBytes();
        }
    }

    private String event() throws InterruptedException {
        return events.poll(30, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @CsvSource({"GET / HTTP/1.1", "ASTERLK2", "x", "ASTERISM"})
    void shouldNotTellTheAcceptorOfAPeerThatDoesNotSpeakTheProtocol(String text) throws Exception {
        try (Transport.Listening listening = listen();
                Socket socket = call(listening)) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            assertEquals(GREETING.length, answer(socket).length);
            assertTrue(events.isEmpty(), events::toString);
        }
    }

    /** It has the right keys, but older versions of TLS show the certificates of both sides to everybody. */
    @ParameterizedTest
    @CsvSource({"TLSv1.2, false", "TLSv1.3, true"})
    void shouldRefuseAPeerWithAnOlderVersionOfTls(String version, boolean isTaken) throws Exception {
        TestKeys member = TestKeys.of("member");
        TestKeys coordinator = TestKeys.of("coordinator");
        LinkSecurity security = LinkSecurity.of(member.trusting(coordinator));
        try (Transport.Listening listening = transport.listen(ANY_PORT, security, _ -> {
                    events.add("accepted");
                    return receiver();
                });
                SSLSocket socket = (SSLSocket)
                        coordinator.trusting(member).getSocketFactory().createSocket()) {
            socket.connect(listening.address());
            socket.setEnabledProtocols(new String[] {version});
            if (isTaken) {
                socket.getOutputStream().write(GREETING);
                assertEquals("accepted", event());
            } else {
                assertThrows(SSLException.class, socket::startHandshake);
                assertTrue(events.isEmpty(), events::toString);
            }
        }
    }

    @Test
    void shouldCloseAConnectionThatSaysNothing() throws Exception {
        losePatience();
        try (Transport.Listening listening = listen();
                Socket socket = call(listening)) {
            assertEquals(GREETING.length, answer(socket).length);
            assertTrue(events.isEmpty(), events::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "1048577, 0", "2147483647, 5", "3, -1", "3, -9223372036854775808"})
    void shouldCloseALinkWithWrongLengths(int head, long body) throws Exception {
        try (Transport.Listening listening = listen();
                Socket socket = call(listening)) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.write(GREETING);
            out.writeInt(head);
            out.writeLong(body);
            assertEquals("accepted", event());
            assertEquals(
                    "closed: the peer sent a message with a head of " + head + " and a body of " + body
                            + " bytes, which no member does",
                    event());
            assertEquals(GREETING.length, answer(socket).length);
        }
    }

    @Test
    void shouldLetTheReceiverRefuseALongBody() throws Exception {
        try (Transport.Listening listening = listen();
                Socket socket = call(listening)) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.write(GREETING);
            out.writeInt(3);
            out.writeLong(Long.MAX_VALUE);
            out.writeBytes("abc");
            assertEquals("accepted", event());
            assertEquals("head 3 " + Long.MAX_VALUE, event());
            assertEquals(
                    "closed: its receiver threw java.lang.IllegalArgumentException: a body of " + Long.MAX_VALUE
                            + " bytes is too long",
                    event());
        }
    }

    @Test
    void shouldTellThatAPeerEndsInTheMiddleOfAMessage() throws Exception {
        try (Transport.Listening listening = listen()) {
            try (Socket socket = call(listening)) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.write(GREETING);
                out.writeInt(3);
                out.writeLong(0);
                out.writeBytes("ab");
                socket.getInputStream().readNBytes(GREETING.length);
            }
            assertEquals("accepted", event());
            assertEquals("closed: closed by the peer", event());
        }
    }

    @Test
    void shouldNotWaitForAListenerThatDoesNotAnswer() throws Exception {
        losePatience();
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) silent.getLocalSocketAddress();
            IOException refusal =
                    assertThrows(IOException.class, () -> transport.connect(address, LinkSecurity.NONE, receiver()));
            assertEquals(
                    "cannot connect to 127.0.0.1:" + address.getPort() + ": the peer did not answer within 500 ms",
                    refusal.getMessage());
            assertTrue(events.isEmpty(), events::toString);
        }
    }

    @Test
    void shouldSayWhyAPeerCannotBeReached() throws Exception {
        int port;
        try (Transport.Listening listening = listen()) {
            port = listening.address().getPort();
        }
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
        IOException refusal =
                assertThrows(IOException.class, () -> transport.connect(address, LinkSecurity.NONE, receiver()));
        assertEquals("cannot connect to 127.0.0.1:" + port + ": Connection refused", refusal.getMessage());
    }

    @Test
    void shouldEndALinkThatIsOpenWhenTheTransportEnds() throws Exception {
        try (Transport.Listening listening = listen()) {
            Link link = transport.connect(listening.address(), LinkSecurity.NONE, receiver());
            assertEquals("accepted", event());
            transport.close();
            // Both ends are of this transport: one may see the end of the other before its own.
            Set<String> reasons = new HashSet<>(List.of(event(), event()));
            assertTrue(reasons.remove("closed: the transport has ended"), reasons::toString);
            assertTrue(Set.of("closed: closed by the peer").containsAll(reasons), reasons::toString);
            link.send(ByteBuffer.allocate(1), List.of(), () -> events.add("dropped"));
            assertEquals("dropped", event());
            IOException refusal = assertThrows(
                    IOException.class, () -> transport.connect(listening.address(), LinkSecurity.NONE, receiver()));
            assertEquals("the transport has ended", refusal.getMessage());
        }
    }

    /** Its thread would wait for itself. */
    @Test
    void shouldRefuseToConnectWithinTheCallOfAReceiver() throws Exception {
        try (Transport.Listening listening = transport.listen(ANY_PORT, LinkSecurity.NONE, _ -> {
            try {
                transport.connect(ANY_PORT, LinkSecurity.NONE, receiver());
            } catch (IllegalStateException | IOException refused) {
                events.add(refused.getMessage());
            }
            return receiver();
        })) {
            transport.connect(listening.address(), LinkSecurity.NONE, receiver());
            assertEquals("a receiver must not wait for a connection: use another thread", event());
        }
    }
}
