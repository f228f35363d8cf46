package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Peers;
import org.asterism.spi.remote.ClusterMember;
import org.asterism.spi.remote.ClusterMember.State;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Transport;
import org.jgroups.Address;

/**
 * The side of the coordinator: asks each process that comes into the group whether it is a member, opens a link to each
 * member, and closes it when the member leaves the group. A member that could not be linked, or whose link was cut, is
 * asked again after a pause.
 *
 * <p><b>Threads.</b> One thread of its own makes all changes; any thread may ask for the members.
 */
final class Coordinator implements Group.Events, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Coordinator.class.getName());
    private static final int MOST_FORMER = 16;
    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    private final String name;
    private final Transport transport;
    private final Endpoint endpoint;
    private final LinkSecurity security;
    private final Consumer<Coordinator> whenChanged;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> daemon("asterism-cluster", task));

    // Only the thread uses these.
    private final Map<Address, Member> members = new LinkedHashMap<>();
    private final Deque<ClusterMember> former = new ArrayDeque<>();
    private Group group;

    private volatile List<ClusterMember> shown = List.of();

    /**
     * Makes a coordinator without a group.
     *
     * @param name of this process, for people
     * @param endpoint takes the links
     * @param whenChanged is told by the coordinator's thread of each change of {@link #members}
     */
    Coordinator(
            String name,
            Transport transport,
            Endpoint endpoint,
            LinkSecurity security,
            Consumer<Coordinator> whenChanged) {
        this.name = name;
        this.transport = transport;
        this.endpoint = endpoint;
        this.security = security;
        this.whenChanged = whenChanged;
    }

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** A process of the group that is a member, or may be one. */
    private static final class Member {
        final Address address;
        String name;
        String place = "";
        State state = State.JOINING;
        int units;
        long memory;
        String remark = "";
        Opening opening;
        Link link;
        long pause = FIRST_PAUSE_MILLIS;

        /** Whether this process ends it, so that it is not asked again. */
        boolean isReleased;

        Member(Address address) {
            this.address = address;
        }

        ClusterMember shown() {
            return new ClusterMember(name, place, state, units, memory, remark);
        }
    }

    /** One attempt to work together with a member. The link's thread makes the calls. */
    private final class Opening implements Endpoint.Presence {
        private final Member member;
        private volatile boolean isEndExpected;

        Opening(Member member) {
            this.member = member;
        }

        @Override
        public void offered(String named, int units, long memory) {
            change(this, () -> {
                member.state = State.PRESENT;
                member.units = units;
                member.memory = memory;
                member.remark = "";
                member.pause = FIRST_PAUSE_MILLIS;
            });
        }

        @Override
        public void ended(String reason) {
            change(this, () -> failed(member, reason));
        }

        @Override
        public boolean isEndExpected() {
            return isEndExpected;
        }
    }

    /** Gives the coordinator its part in a group, which it leaves at its end; at once if it has ended already. */
    void leads(Group joined) {
        boolean isOpen = run(() -> {
            group = joined;
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
        run(() -> {
            Member member = new Member(process);
            members.put(process, member);
            ask(member);
        });
    }

    @Override
    public void left(Address process) {
        run(() -> {
            Member member = members.remove(process);
            if (member == null || member.name == null || member.isReleased) {
                show();
                return;
            }
            boolean wasLinked = member.state == State.PRESENT;
            if (wasLinked) {
                member.remark = "it has left the group, or has not answered";
            }
            end(member);
            member.state = State.LOST;
            former.remove(former.stream()
                    .filter(each -> each.name().equals(member.name))
                    .findFirst()
                    .orElse(null));
            former.addLast(member.shown());
            if (former.size() > MOST_FORMER) {
                former.removeFirst();
            }
            show();
        });
    }

    @Override
    public void said(Address process, Notice notice) {
        run(() -> {
            Member member = members.get(process);
            if (member == null) {
                return; // it has left meanwhile
            }
            switch (notice) {
                case Notice.Offers offer when member.link == null && member.opening == null -> open(member, offer);
                case Notice.Offers _ -> {}
                case Notice.Declines(String named, String reason) -> {
                    member.name = Peers.line(named);
                    failed(member, "it says: " + Peers.line(reason));
                    show();
                }
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
     * Ends the work with members that are about to end, without a warning.
     *
     * @param names of the members
     */
    void release(Set<String> names) {
        run(() -> {
            for (Member member : members.values()) {
                if (names.contains(member.name)) {
                    member.isReleased = true;
                    end(member);
                }
            }
            show();
        });
    }

    private void ask(Member member) {
        if (group != null && !member.isReleased) {
            group.tell(member.address, new Notice.Leads(name));
        }
    }

    private void open(Member member, Notice.Offers offer) {
        member.name = Peers.line(offer.name());
        member.state = State.JOINING;
        InetSocketAddress place = new InetSocketAddress(offer.host(), offer.port());
        member.place = Places.text(place);
        former.removeIf(each -> each.name().equals(member.name));
        Opening opening = new Opening(member);
        member.opening = opening;
        show();
        daemon("asterism-cluster-" + member.name, () -> connect(opening, place)).start(); // which may take seconds
    }

    private void connect(Opening opening, InetSocketAddress place) {
        try {
            Link link = transport.connect(place, security, endpoint.connecting(opening));
            run(() -> {
                if (opening.member.opening == opening) {
                    opening.member.link = link; // before its offer is heard of, or after
                } else {
                    link.close();
                }
            });
            if (thread.isShutdown()) {
                link.close();
            }
        } catch (IOException | RuntimeException refused) {
            change(opening, () -> failed(opening.member, refused.getMessage()));
        }
    }

    /** Changes a member, unless another attempt has begun. */
    private void change(Opening opening, Runnable change) {
        run(() -> {
            if (opening.member.opening == opening) {
                change.run();
                show();
            }
        });
    }

    /** Notes why a member cannot be used, and asks it again later. */
    private void failed(Member member, String reason) {
        member.state = member.state == State.PRESENT ? State.LOST : State.REFUSED;
        member.remark = reason;
        end(member);
        thread.schedule(
                () -> run(() -> {
                    if (members.get(member.address) == member && member.opening == null) {
                        ask(member);
                    }
                }),
                member.pause,
                TimeUnit.MILLISECONDS);
        member.pause = Math.min(2 * member.pause, LONGEST_PAUSE_MILLIS);
    }

    private static void end(Member member) {
        if (member.opening != null) {
            member.opening.isEndExpected = member.isReleased;
            member.opening = null;
        }
        if (member.link != null) {
            member.link.close();
            member.link = null;
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
        whenChanged.accept(this);
    }

    /** Has the thread make a change; false if the coordinator is closed. */
    private boolean run(Runnable change) {
        try {
            thread.execute(() -> {
                try {
                    change.run();
                } catch (RuntimeException | Error thrown) {
                    LOG.log(System.Logger.Level.ERROR, "the cluster's thread has met " + thrown, thrown);
                }
            });
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /** Closes all links and leaves the group. */
    @Override
    public void close() {
        run(() -> {
            former.clear();
            members.values().forEach(member -> member.isReleased = true);
            members.values().forEach(Coordinator::end);
            show();
        });
        thread.shutdown();
        try {
            thread.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (group != null) {
            group.close();
        }
    }
}
