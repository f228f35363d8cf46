package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Peers;
import org.asterism.spi.remote.Transport;
import org.jgroups.Address;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * The side of a member: joins the group of its coordinator, says where the coordinator can open a link, and ends all
 * links when the coordinator leaves the group or does not answer any more. Then it waits for a coordinator again.
 *
 * <p><b>Threads.</b> One thread of its own makes all changes; any thread may ask.
 */
@Component(
        service = MemberNode.class,
        immediate = true,
        configurationPid = MemberNodeConfiguration.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = MemberNodeConfiguration.class)
public final class MemberNode implements Group.Events {
    private static final System.Logger LOG = System.getLogger(MemberNode.class.getName());

    private static final long FIRST_SEARCH_MILLIS = 1_000;

    private final String name;
    private final Endpoint endpoint;
    private final Transport transport;
    private final SerialThread thread = new SerialThread("asterism-cluster");

    /** Null if other programs open the links. */
    private final Joining joining;

    // Only the thread uses these.
    private Group group;
    private Transport.Listening listening;
    private PlaceSearch search;
    private Probe probe;
    private Address leader;

    /** The name of the coordinator in the group, or null. Guarded by this object, like the others below. */
    private String leading;

    /** The same if it uses this member, else null. */
    private String coordinator;

    /** When there was a coordinator last, or waiting for one began. */
    private long aloneSince = System.nanoTime();

    private String trouble = "";

    /**
     * Called by Declarative Services.
     *
     * @param configuration where the coordinator is
     * @param transport carries the links
     * @param endpoint takes the links
     */
    @Activate
    public MemberNode(
            MemberNodeConfiguration configuration,
            @Reference Transport transport,
            @Reference(target = "(" + Endpoint.ROLE + "=" + Endpoint.MEMBER + ")") Endpoint endpoint) {
        name = configuration.name();
        this.endpoint = endpoint;
        this.transport = transport;
        boolean isAsked = !Discovery.isByAddress(configuration.discovery())
                || Arrays.stream(configuration.coordinator()).anyMatch(place -> !place.isBlank());
        joining =
                isAsked ? Joining.begin(() -> join(settings(configuration), configuration.links()), this::found) : null;
    }

    private static GroupSettings settings(MemberNodeConfiguration configuration) {
        String pid = " of " + MemberNodeConfiguration.PID;
        List<InetSocketAddress> known = Arrays.stream(configuration.coordinator())
                .filter(place -> !place.isBlank())
                .map(place -> Places.parse("property 'coordinator'" + pid, place, Places.USUAL_PORT))
                .toList();
        Optional<SSLContext> keys = Keys.of(configuration.keys(), configuration.keys_password());
        Keys.requireToInstall("property 'install'" + pid, configuration.install(), keys);
        GroupSettings settings = new GroupSettings(
                System.getenv().getOrDefault(StartedMembers.GROUP, GroupSettings.COMMON),
                configuration.name(),
                Places.parse("property 'address'" + pid, configuration.address(), 0),
                Discovery.parse("property 'discovery'" + pid, configuration.discovery(), known),
                keys,
                Duration.ofMillis(configuration.silence_milliseconds()));
        OwnAddresses.require(
                "property 'address'" + pid,
                configuration.address(),
                settings.address().getAddress());
        return settings;
    }

    /** Takes links from now on, and joins the group; by the joining thread. */
    private Group join(GroupSettings settings, int port) throws IOException {
        Transport.Listening opened = listen(settings, port);
        PlaceSearch begun = PlaceSearch.begin(settings::places, this::isAlone);
        try {
            begun.awaitFirst(FIRST_SEARCH_MILLIS); // so that the engine knows a place from the beginning
            Group joined = Group.join(settings, () -> begun.result().places(), this);
            boolean isOpen = thread.run(() -> {
                listening = opened;
                group = joined;
                search = begun;
                probe = Probe.begin(settings, begun, this::isAlone, this::found);
            });
            if (!isOpen) {
                opened.close();
                begun.close();
            }
            return joined;
        } catch (IOException | RuntimeException failed) {
            opened.close();
            begun.close();
            throw failed;
        }
    }

    private Transport.Listening listen(GroupSettings settings, int port) throws IOException {
        try {
            return transport.listen(
                    new InetSocketAddress(settings.address().getAddress(), port),
                    settings.security(),
                    endpoint.accepting(new PeerDialer(transport, settings.security())));
        } catch (IOException refused) {
            throw new IOException(
                    port == 0 ? refused.getMessage() : refused.getMessage() + ": give 'links' another port", refused);
        }
    }

    /** Notes why there is no coordinator; empty if nothing is wrong. */
    private void found(String why) {
        boolean isNew;
        synchronized (this) {
            isNew = !trouble.equals(why);
            trouble = why;
        }
        if (isNew && !why.isEmpty()) {
            LOG.log(System.Logger.Level.INFO, "member " + name + ": " + why);
        }
    }

    @Override
    public void joined(Address process) {
        // A coordinator speaks first.
    }

    @Override
    public void left(Address process) {
        thread.run(() -> {
            if (process.equals(leader)) {
                leader = null;
                String why = lead(null) + " has left the group, or has not answered";
                use(null);
                found(why);
                endpoint.leave(why);
            }
        });
    }

    @Override
    public void said(Address process, Notice notice) {
        // The group may speak before it is known here: a thread of its own notes it when it has joined.
        thread.run(() -> {
            if (group == null) {
                return;
            }
            switch (notice) {
                case Notice.Leads(String led) -> isAsked(process, Peers.line(led));
                case Notice.Accepts(String led)
                when process.equals(leader) -> {
                    found("");
                    use(Peers.line(led));
                }
                case Notice.Rejects(String led, String reason)
                when process.equals(leader) -> {
                    use(null);
                    found(Peers.line(led) + " does not use it: " + Peers.line(reason));
                }
                case Notice.Accepts _, Notice.Rejects _ -> {} // from a coordinator that has left meanwhile
                case Notice.Offers _, Notice.Declines _ -> {} // these are for coordinators
            }
        });
    }

    /** A coordinator asks for an offer: it does not use this member, or not any more. */
    private void isAsked(Address process, String name) {
        if (leader != null && !leader.equals(process)) {
            group.tell(
                    process,
                    new Notice.Declines(this.name, "member " + this.name + " works for " + current() + " already"));
            return;
        }
        leader = process;
        lead(name);
        use(null);
        InetSocketAddress place = listening.address();
        group.tell(process, new Notice.Offers(this.name, place.getAddress().getHostAddress(), place.getPort()));
    }

    /** Changes the name of the group's coordinator; returns the former one. */
    private synchronized String lead(String now) {
        String former = leading;
        leading = now;
        return former;
    }

    private synchronized String current() {
        return leading;
    }

    /** Notes which coordinator uses this member from now on; null if none does. */
    private synchronized void use(String now) {
        if (coordinator != null) {
            aloneSince = System.nanoTime();
        }
        coordinator = now;
        notifyAll();
    }

    private boolean isAlone() {
        return current() == null;
    }

    /**
     * Waits for a change of the coordinator that uses this member.
     *
     * @param known what the caller knows
     * @param patience how long to wait at most
     * @return its name now; empty while there is none
     * @throws InterruptedException if the thread is interrupted
     */
    synchronized Optional<String> awaitCoordinator(Optional<String> known, Duration patience)
            throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (Optional.ofNullable(coordinator).equals(known) && end - System.nanoTime() > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
        }
        return Optional.ofNullable(coordinator);
    }

    /** Returns for how long no coordinator has used this member; zero while one does. */
    synchronized Duration alone() {
        return coordinator != null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - aloneSince);
    }

    /** Returns why there is no coordinator, in a phrase; empty if nothing is known. */
    synchronized String trouble() {
        return trouble;
    }

    /** Called by Declarative Services. */
    @Deactivate
    void close() {
        if (joining != null) {
            joining.close();
        }
        thread.close(() -> {
            lead(null);
            use(null);
            if (group != null) {
                endpoint.leave("member " + name + " ends"); // else the end of the group looks like a crash
                probe.close();
                search.close();
                listening.close();
                group.close();
                group = null;
            }
        });
    }
}
