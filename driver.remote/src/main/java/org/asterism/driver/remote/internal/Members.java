package org.asterism.driver.remote.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.Staging;
import org.asterism.spi.remote.Link;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The side of the coordinator: the members whose links are open and that have made their offers. Those that install
 * bundles have got what they lack, or have refused it. Thread-safe.
 */
@Component(
        service = {Endpoint.class, Members.class},
        property = Endpoint.ROLE + "=" + Endpoint.COORDINATOR)
public final class Members implements Endpoint {
    /** What members and their units may be called. */
    static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

    /** So many steps of copies go through this process at a time; few targets that take nothing stop no others. */
    private static final int RELAYED_STEPS = 2 * Staging.MOST;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String coordinator;
    private final CodeletIndex codelets;
    private final Duration patience;
    private final Staging staging = new Staging(RELAYED_STEPS, 0);
    private final AtomicInteger guests = new AtomicInteger();

    /** Those that have made their offers, until the core may know of their loss. */
    private final List<MemberLink> present = new ArrayList<>();

    /** Those that have made their offers, and wait until the core may know that others of their names are lost. */
    private final List<MemberLink> waiting = new ArrayList<>();

    /** All that have links. */
    private final Set<MemberLink> linked = new HashSet<>();

    private boolean isClosed;

    /**
     * Called by Declarative Services.
     *
     * @param codelets have the bundles that members may get
     */
    @Activate
    public Members(@Reference CodeletIndex codelets) {
        this("coordinator-" + ProcessHandle.current().pid(), codelets);
    }

    /** Makes it without members, with the usual patience. */
    Members(String coordinator, CodeletIndex codelets) {
        this(coordinator, codelets, PATIENCE);
    }

    /**
     * Makes it without members.
     *
     * @param coordinator the name of this side, for people
     * @param codelets have the bundles that members may get
     * @param patience how long a member may take to let go of data of another one that is lost
     */
    Members(String coordinator, CodeletIndex codelets, Duration patience) {
        this.coordinator = coordinator;
        this.codelets = codelets;
        this.patience = patience;
    }

    @Override
    public MemberLink accepted(Link link) {
        MemberLink member = connecting(Presence.UNWATCHED);
        member.greet(link);
        return member;
    }

    @Override
    public MemberLink connecting(Presence presence) {
        return new MemberLink(coordinator, codelets, this, presence);
    }

    Staging staging() {
        return staging;
    }

    Duration patience() {
        return patience;
    }

    /** Returns a number that names a member to the others. */
    int nextGuest() {
        return guests.incrementAndGet();
    }

    /** A member has got its link. */
    void opened(MemberLink member) {
        synchronized (this) {
            if (!isClosed) {
                if (!member.isLost()) { // else its link has come late
                    linked.add(member);
                }
                return;
            }
        }
        member.close(ending());
    }

    private String ending() {
        return "coordinator " + coordinator + " ends";
    }

    /** Returns those that have made their offers and are not lost, in that order. */
    synchronized List<MemberLink> present() {
        return present.stream().filter(member -> !member.isLost()).toList();
    }

    /** Returns why a member must not come under a name, or null. */
    synchronized String refusal(String name, MemberLink asking) {
        if (!name.matches(NAME)) {
            return "a member is named '" + Peers.line(name)
                    + "': use letters, digits, '.', '_' and '-', and begin with a letter or digit";
        }
        return named(name, asking).anyMatch(member -> !member.isLost())
                ? "there is a member of the name " + name + " already: give each a name of its own"
                : null;
    }

    private Stream<MemberLink> named(String name, MemberLink except) {
        return present.stream()
                .filter(member -> member != except && member.name().equals(name));
    }

    /** A member has made its offer. If the core does not know yet that one of this name is lost, it waits for that. */
    void offered(MemberLink member) {
        String refusal;
        boolean isPresent = false;
        synchronized (this) {
            refusal = refusal(member.name(), member);
            if (refusal == null && linked.contains(member)) {
                if (named(member.name(), member).findAny().isPresent()) {
                    waiting.add(member);
                } else {
                    isPresent = present.add(member);
                }
            }
        }
        if (refusal != null) {
            member.close(refusal);
        } else if (isPresent) {
            member.presence()
                    .offered(
                            member.name(),
                            member.offer().units().size(),
                            member.offer().memory());
        }
    }

    /** The core knows that a member is lost. */
    void gone(MemberLink member) {
        List<MemberLink> next;
        synchronized (this) {
            linked.remove(member);
            present.remove(member);
            waiting.remove(member);
            next = waiting.stream()
                    .filter(each -> each.name().equals(member.name()))
                    .toList();
            waiting.removeAll(next);
        }
        next.forEach(this::offered);
    }

    @Override
    public void leave(String reason) {
        List<MemberLink> all;
        synchronized (this) {
            all = List.copyOf(linked);
        }
        all.forEach(member -> member.close(reason));
    }

    /** Closes all links, and those that come late. */
    @Deactivate
    void close() {
        synchronized (this) {
            isClosed = true;
        }
        leave(ending());
    }
}
