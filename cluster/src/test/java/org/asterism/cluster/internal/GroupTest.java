package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.asterism.tck.TestKeys;
import org.jgroups.Address;
import org.jgroups.util.SocketFactory;
import org.junit.jupiter.api.Test;

class GroupTest {
    private static final InetSocketAddress ANYWHERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** Notes what happens in a group. */
    private static final class Heard implements Group.Events {
        final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

        record Joined(Address process) {}

        record Left(Address process) {}

        record Said(Address process, Notice notice) {}

        @Override
        public void joined(Address process) {
            events.add(new Joined(process));
        }

        @Override
        public void left(Address process) {
            events.add(new Left(process));
        }

        @Override
        public void said(Address process, Notice notice) {
            events.add(new Said(process, notice));
        }

        <T> T next(Class<T> type) throws InterruptedException {
            Object event = events.poll(20, TimeUnit.SECONDS);
            return assertInstanceOf(type, event, "nothing is heard");
        }
    }

    private static GroupSettings settings(String name, List<InetSocketAddress> known) {
        return settings(name, ANYWHERE, known);
    }

    private static GroupSettings settings(String name, InetSocketAddress address, List<InetSocketAddress> known) {
        return settings(name, address, known, Optional.empty());
    }

    private static GroupSettings settings(
            String name, InetSocketAddress address, List<InetSocketAddress> known, Optional<SSLContext> tls) {
        return new GroupSettings(
                GroupSettings.COMMON, name, address, new Discovery.Addresses(known), tls, Duration.ofMillis(900));
    }

    private static Group join(GroupSettings settings, Group.Events events) throws IOException {
        return Group.join(settings, () -> ((Discovery.Addresses) settings.discovery()).list(), events);
    }

    @Test
    void shouldTellBothSidesWhoComesAndGoesAndWhatTheySay() throws Exception {
        Heard heardByFirst = new Heard();
        Heard heardBySecond = new Heard();
        try (Group first = join(settings("first", List.of()), heardByFirst)) {
            Address second;
            try (Group group = join(settings("second", List.of(first.address())), heardBySecond)) {
                second = heardByFirst.next(Heard.Joined.class).process();
                Address one = heardBySecond.next(Heard.Joined.class).process();
                first.tell(second, new Notice.Leads("first"));
                group.tell(one, new Notice.Offers("second", "localhost", 1));
                assertEquals(new Heard.Said(one, new Notice.Leads("first")), heardBySecond.next(Heard.Said.class));
                assertEquals(
                        new Heard.Said(second, new Notice.Offers("second", "localhost", 1)),
                        heardByFirst.next(Heard.Said.class));
            }
            assertEquals(second, heardByFirst.next(Heard.Left.class).process());
        }
    }

    @Test
    void shouldFindTheFirstProcessThatComesLater() throws Exception {
        InetSocketAddress place;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            place = new InetSocketAddress(InetAddress.getLoopbackAddress(), free.getLocalPort());
        }
        Heard heard = new Heard();
        try (Group early = join(settings("early", List.of(place)), heard);
                Group late = join(settings("late", place, List.of()), new Heard())) {
            assertEquals(place, late.address());
            heard.next(Heard.Joined.class);
            assertTrue(early.address().getPort() > 0);
        }
    }

    /** Those that wait have groups of their own, and one of them would often be in charge of all. */
    @Test
    void shouldBeInChargeOfThoseThatHaveWaitedForIt() throws Exception {
        InetSocketAddress place;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            place = new InetSocketAddress(InetAddress.getLoopbackAddress(), free.getLocalPort());
        }
        List<Group> early = new ArrayList<>();
        try {
            for (int index = 0; index < 6; index++) {
                early.add(join(settings("early" + index, List.of(place)), new Heard()));
            }
            Heard heard = new Heard();
            try (Group late = Group.lead(settings("late", place, List.of()), heard)) {
                for (int index = 0; index < 6; index++) {
                    heard.next(Heard.Joined.class);
                }
                assertTrue(late.isInCharge());
            }
        } finally {
            early.forEach(Group::close);
        }
    }

    /** A silent place accepts connections, and never answers. */
    @Test
    void shouldFindTheFirstProcessAtAnyPlaceAlthoughOthersAreSilent() throws Exception {
        TestKeys keys = TestKeys.of("toys");
        Optional<SSLContext> tls = Optional.of(keys.trusting(keys));
        List<InetSocketAddress> places = new ArrayList<>();
        try (ServerSocket one = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ServerSocket two = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Group first = Group.lead(settings("first", ANYWHERE, List.of(), tls), new Heard())) {
            places.add((InetSocketAddress) one.getLocalSocketAddress());
            places.add((InetSocketAddress) two.getLocalSocketAddress());
            places.add(first.address());
            Heard heard = new Heard();
            try (Group _ = join(settings("second", ANYWHERE, places, tls), heard)) {
                heard.next(Heard.Joined.class);
            }
        }
    }

    @Test
    void shouldGiveUpAHandshakeWithOneThatIsSilent() throws Exception {
        TestKeys keys = TestKeys.of("toys");
        SocketFactory factory = new LimitedHandshake(100).createSocketFactory(keys.trusting(keys));
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Socket socket = factory.createSocket("test")) {
            socket.connect(silent.getLocalSocketAddress());
            assertThrows(SocketTimeoutException.class, ((SSLSocket) socket)::startHandshake);
        }
    }

    @Test
    void shouldLetAConnectionBeIdleAfterItsHandshake() throws Exception {
        TestKeys keys = TestKeys.of("toys");
        SSLContext tls = keys.trusting(keys);
        SocketFactory factory = new LimitedHandshake(20_000).createSocketFactory(tls);
        try (ServerSocket listener = tls.getServerSocketFactory().createServerSocket(0, 50, ANYWHERE.getAddress());
                Socket socket = factory.createSocket("test")) {
            socket.connect(listener.getLocalSocketAddress());
            Thread server = Thread.startVirtualThread(() -> answer(listener));
            ((SSLSocket) socket).startHandshake();
            while (socket.getSoTimeout() != 0) {
                Thread.onSpinWait();
            }
            server.join();
        }
    }

    private static void answer(ServerSocket listener) {
        try (Socket accepted = listener.accept()) {
            ((SSLSocket) accepted).startHandshake();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    @Test
    void shouldNameAnAddressThatIsInUse() throws Exception {
        try (Group first = join(settings("first", List.of()), new Heard())) {
            GroupSettings same = settings("second", first.address(), List.of());
            String message = assertThrows(IOException.class, () -> join(same, new Heard()))
                    .getMessage();
            assertEquals(
                    "no group at " + Places.text(first.address())
                            + ", because another program uses the port: give 'address' another one",
                    message);
        }
    }
}
