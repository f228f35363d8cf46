package org.asterism.driver.remote.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.kit.remote.Endpoint;
import org.asterism.remote.member.internal.Arrival;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSession;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;

/** Lets members of a test open links to each other, by invented places. */
final class Streets implements Endpoint.Dialer {
    /** The links between members, in the order in which they were opened. */
    final List<LinkPair> links = new CopyOnWriteArrayList<>();

    private final Map<Integer, Transport.Acceptor> members = new ConcurrentHashMap<>();

    /** Why members cannot open links to each other; null if they can. */
    volatile String obstacle;

    /** Bodies on links between members wait for it; those that were opened before had another one. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    /** A member that listens, with the coordinator's link to it. */
    record Resident(MemberSession session, LinkPair link) {}

    /** Lets a coordinator connect to a member that others can reach. */
    Resident settle(Endpoint coordinator, Member member) {
        int port = members.size() + 1;
        members.put(port, member.accepting(this));
        AtomicReference<MemberSession> session = new AtomicReference<>();
        LinkPair link = LinkPair.connect(
                "node:" + port,
                accepted -> {
                    Arrival arrival = (Arrival) members.get(port).accepted(accepted);
                    session.set(arrival.session());
                    return arrival;
                },
                "coordinator:1",
                coordinator.connecting(new Place(port)),
                new CountDownLatch(0));
        return new Resident(session.get(), link);
    }

    /** What the coordinator is told of a member. */
    private record Place(int port) implements Endpoint.Presence {
        @Override
        public Optional<InetSocketAddress> place() {
            return Optional.of(InetSocketAddress.createUnresolved("node", port));
        }
    }

    @Override
    public CompletionStage<Link> dial(String host, int port, Receiver receiver) {
        String why = obstacle;
        if (why != null) {
            return CompletableFuture.failedFuture(new IOException(why));
        }
        LinkPair opened = LinkPair.connect("node:" + port, members.get(port), "visitor", receiver, gate);
        links.add(opened);
        return CompletableFuture.completedFuture(opened.second());
    }

    /** Returns the number of bytes that members have got from each other. */
    long bytes() {
        return links.stream().mapToLong(LinkPair::bytes).sum();
    }
}
