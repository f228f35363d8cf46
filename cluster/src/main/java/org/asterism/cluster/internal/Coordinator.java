package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Peers;
import org.asterism.spi.remote.ClusterMember;
import org.asterism.spi.remote.ClusterMember.State;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Transport;
import org.jgroups.Address;

/**
 * The side of the coordinator: asks each process that comes into the group whether it is a member, opens a link to each
 * member, and closes it when the member leaves the group. A process that has not answered, a member that could not be
 * linked, and one whose link was cut are asked again after a pause.
 *
 * <p><b>Threads.</b> One thread of its own makes all changes; any thread may ask for the members.
 */
final class Coordinator implements Group.Events {
    private static final System.Logger LOG = System.getLogger(Coordinator.class.getName());
    private static final int MOST_FORMER = 16;

    private final String name;
    private final Transport transport;
    private final Endpoint endpoint;
    private final boolean reserves;
    private final Consumer<List<ClusterMember>> whenChanged;
    private final SerialThread thread = new SerialThread("asterism-cluster");

    // Only the thread uses these.
    private final Map<Address, Member> members = new LinkedHashMap<>();
    private final Deque<ClusterMember> former = new ArrayDeque<>();
    private Group group;
    private LinkSecurity security = LinkSecurity.NONE;

    private volatile List<ClusterMember> shown = List.of();

    /**
     * Makes a coordinator without a group.
     *
     * @param name of this process, for people
     * @param endpoint takes the links
     * @param reserves whether only those runtimes use a member's units that name the member
     * @param whenChanged is told by the coordinator's thread what {@link #members} are after each change
     */
    Coordinator(
            String name,
            Transport transport,
            Endpoint endpoint,
            boolean reserves,
            Consumer<List<ClusterMember>> whenChanged) {
        this.name = name;
        this.transport = transport;
        this.endpoint = endpoint;
        this.reserves = reserves;
        this.whenChanged = whenChanged;
    }

    /** A process of the group that is a member, or may be one. Its name is null before it has said it. */
    private static final class Member {
        final Address address;
        final Pauses pauses = new Pauses();
        String name;
        String place = "";
        State state = State.JOINING;
        int units;
        long memory;
        String remark = "";
        Opening opening;
        boolean isAskedLater;

        /** Whether this process ends it, so that it is not asked again. */
        boolean isReleased;

        Member(Address address) {
            this.address = address;
        }

        ClusterMember shown() {
            return new ClusterMember(name, place, state, units, memory, remark);
        }
    }

    /** One attempt to work together with a member. */
    private final class Opening implements Endpoint.Presence {
        private final Member member;
        private final InetSocketAddress place;
        private final Endpoint.Connection connection;

        /** Why the attempt before this one has failed. */
        private final String formerRemark;

        private volatile boolean isEndExpected;

        Opening(Member member, InetSocketAddress place) {
            this.member = member;
            this.place = place;
            formerRemark = member.remark;
            connection = endpoint.connecting(this); // which may ask for the place at once
        }

        @Override
        public Optional<InetSocketAddress> place() {
            return Optional.of(place);
        }

        @Override
        public void offered(String named, int units, long memory) {
            change(this, () -> {
                member.state = State.PRESENT;
                member.units = units;
                member.memory = memory;
                member.remark = "";
                member.pauses.reset();
                tell(member, new Notice.Accepts(Coordinator.this.name));
            });
        }

        @Override
        public void ended(String reason) {
            isEndExpected |= reason.equals(formerRemark); // it was said before
            change(this, () -> reject(member, reason));
        }

        @Override
        public boolean isReserved() {
            return reserves;
        }

        @Override
        public boolean isEndExpected() {
            return isEndExpected;
        }

        private void connect(LinkSecurity how) {
            try {
                transport.connect(place, how, connection);
            } catch (IOException | RuntimeException | Error refused) {
                String reason = refused instanceof IOException ? refused.getMessage() : refused.toString();
                change(this, () -> {
                    member.opening = null; // there is no link to close
                    reject(member, reason);
                });
            }
        }
    }

    /**
     * Gives the coordinator its part in a group, which it leaves at its end; at once if it has ended already.
     *
     * @param how the links to the group's members are secured
     */
    void leads(Group joined, LinkSecurity how) {
        boolean isOpen = thread.run(() -> {
            group = joined;
            security = how;
            members.values().forEach(this::ask);
        });
        if (!isOpen) {
            joined.close();
        }
    }

    /** Returns the members that the group has, then those that were lost last. */
    List<ClusterMember> members() {
        return shown;
    }

    @Override
    public void joined(Address process) {
        thread.run(() -> {
            Member member = new Member(process);
            members.put(process, member);
            ask(member);
        });
    }

    @Override
    public void left(Address process) {
        thread.run(() -> {
            Member member = members.remove(process);
            if (member == null) {
                return;
            }
            if (member.state == State.PRESENT) {
                member.state = State.LOST;
                member.remark = "it has left the group, or has not answered";
            }
            end(member, member.remark);
            if (member.state == State.LOST && !member.isReleased) {
                former.removeIf(each -> each.name().equals(member.name));
                former.addLast(member.shown());
                if (former.size() > MOST_FORMER) {
                    former.removeFirst();
                }
            }
            show();
        });
    }

    @Override
    public void said(Address process, Notice notice) {
        thread.run(() -> {
            Member member = members.get(process);
            if (member == null || member.isReleased) {
                return; // it has left meanwhile, or will
            }
            switch (notice) {
                case Notice.Offers offer when member.opening == null -> open(member, offer);
                case Notice.Offers _ -> {}
                case Notice.Declines(String named, String reason) -> {
                    member.name = Peers.line(named);
                    failed(member, "it says: " + Peers.line(reason));
                    show();
                }
                case Notice.Accepts _,
                        Notice.Rejects _ -> {} // those of another coordinator, which has said that it leads
                case Notice.Leads(String other) ->
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "{0} and {1} are coordinators of one group: let each begin a group of its own",
                            name,
                            Peers.line(other));
            }
        });
    }

    /**
     * Ends the work with members that are about to end, without a warning. They may end when this returns.
     *
     * @param names of the members
     */
    void release(Set<String> names) {
        thread.runAndWait(() -> {
            for (Member member : members.values()) {
                if (names.contains(member.name)) {
                    release(member);
                }
            }
            show();
        });
    }

    private static void release(Member member) {
        member.isReleased = true;
        end(member, "the coordinator does not need it any more");
    }

    /** Asks a process whether it is a member, until it has answered. */
    private void ask(Member member) {
        if (group == null || member.isReleased || member.opening != null || members.get(member.address) != member) {
            return;
        }
        group.tell(member.address, new Notice.Leads(name));
        askLater(member);
    }

    private void askLater(Member member) {
        if (!member.isAskedLater) {
            member.isAskedLater = true;
            thread.later(
                    () -> {
                        member.isAskedLater = false;
                        ask(member);
                    },
                    member.pauses.next());
        }
    }

    private void open(Member member, Notice.Offers offer) {
        member.name = Peers.line(offer.name());
        member.state = State.JOINING;
        InetSocketAddress place = new InetSocketAddress(offer.host(), offer.port());
        member.place = Places.text(place);
        former.removeIf(each -> each.name().equals(member.name));
        Opening opening = new Opening(member, place);
        member.opening = opening;
        LinkSecurity how = security;
        SerialThread.daemon("asterism-cluster-" + member.name, () -> opening.connect(how))
                .start(); // which may take seconds
        show();
    }

    /** Changes a member, unless another attempt has begun. */
    private void change(Opening opening, Runnable change) {
        thread.run(() -> {
            if (opening.member.opening == opening) {
                change.run();
                show();
            }
        });
    }

    /** Notes why a member cannot be used, and tells it. */
    private void reject(Member member, String reason) {
        failed(member, reason);
        tell(member, new Notice.Rejects(name, Peers.line(reason)));
    }

    private void tell(Member member, Notice notice) {
        if (group != null && !member.isReleased && members.get(member.address) == member) {
            group.tell(member.address, notice);
        }
    }

    /** Notes why a member cannot be used, and asks it again later. */
    private void failed(Member member, String reason) {
        member.state = member.state == State.PRESENT ? State.LOST : State.REFUSED;
        member.remark = reason;
        end(member, reason);
        askLater(member);
    }

    private static void end(Member member, String reason) {
        if (member.opening != null) {
            member.opening.isEndExpected = member.isReleased;
            member.opening.connection.close(reason);
            member.opening = null;
        }
    }

    private void show() {
        List<ClusterMember> all = new ArrayList<>();
        for (Member member : members.values()) {
            if (member.name != null && !member.isReleased) {
                all.add(member.shown());
            }
        }
        all.addAll(former);
        shown = List.copyOf(all);
        whenChanged.accept(shown);
    }

    /** Closes all links, and leaves the group. */
    void close() {
        thread.close(() -> {
            former.clear();
            members.values().forEach(Coordinator::release);
            show();
            if (group != null) {
                group.close();
            }
        });
    }
}
