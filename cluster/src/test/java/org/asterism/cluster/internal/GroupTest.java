package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
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
            return type.cast(event);
        }
    }

    private static GroupSettings settings(String name, List<InetSocketAddress> known) {
        return settings(name, ANYWHERE, known);
    }

    private static GroupSettings settings(String name, InetSocketAddress address, List<InetSocketAddress> known) {
        return new GroupSettings(
                GroupSettings.COMMON,
                name,
                address,
                new Discovery.Addresses(known),
                Optional.empty(),
                Duration.ofMillis(900));
    }

    @Test
    void shouldTellBothSidesWhoComesAndGoesAndWhatTheySay() throws Exception {
        Heard heardByFirst = new Heard();
        Heard heardBySecond = new Heard();
        try (Group first = Group.join(settings("first", List.of()), heardByFirst)) {
            Address second;
            try (Group group = Group.join(settings("second", List.of(first.address())), heardBySecond)) {
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
        try (Group early = Group.join(settings("early", List.of(place)), heard);
                Group late = Group.join(settings("late", place, List.of()), new Heard())) {
            assertEquals(place, late.address());
            heard.next(Heard.Joined.class);
            assertTrue(early.address().getPort() > 0);
        }
    }

    @Test
    void shouldNameAnAddressThatIsInUse() throws Exception {
        try (Group first = Group.join(settings("first", List.of()), new Heard())) {
            GroupSettings same = settings("second", first.address(), List.of());
            String message = assertThrows(IOException.class, () -> Group.join(same, new Heard()))
                    .getMessage();
            assertTrue(message.startsWith("no group at " + Places.text(first.address())), message);
        }
    }
}
