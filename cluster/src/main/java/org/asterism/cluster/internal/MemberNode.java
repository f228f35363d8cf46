package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Peers;
import org.asterism.spi.remote.LinkSecurity;
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
    private static final long PAUSE_MILLIS = 1_000;

    private final String name;
    private final Endpoint endpoint;
    private final Transport transport;
    private final GroupSettings settings;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> Coordinator.daemon("asterism-cluster", task));

    // Only the thread uses these.
    private Group group;
    private Transport.Listening listening;
    private Address leader;

    /** The coordinator's name, or null. Guarded by this object, like the others below. */
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
        String pid = " of " + MemberNodeConfiguration.PID;
        List<InetSocketAddress> known = Arrays.stream(configuration.coordinator())
                .filter(place -> !place.isBlank())
                .map(place -> Places.parse("property 'coordinator'" + pid, place, Places.USUAL_PORT))
                .toList();
        Optional<SSLContext> tls = Keys.of(configuration.keys(), configuration.keys_password());
        settings = new GroupSettings(
                name, Places.parse("property 'address'" + pid, configuration.address(), 0), known, tls);
        if (!known.isEmpty()) {
            run(this::join);
        }
    }

    private void join() {
        try {
            InetAddress host = settings.address().getAddress();
            listening = transport.listen(
                    new InetSocketAddress(host, 0),
                    settings.tls().map(LinkSecurity::of).orElse(LinkSecurity.NONE),
                    endpoint);
            group = Group.join(settings, this);
            later(this::findTrouble, PAUSE_MILLIS);
        } catch (IOException failed) {
            stopListening();
            found(failed);
            later(this::join, PAUSE_MILLIS);
        }
    }

    /** Finds out, again and again, why there is no coordinator; the group's engine only says that it finds nobody. */
    private void findTrouble() {
        if (leader == null) {
            try {
                reachOne();
            } catch (IOException unreachable) {
                found(unreachable);
            }
        }
        later(this::findTrouble, 2 * PAUSE_MILLIS);
    }

    private void found(IOException why) {
        boolean isNew;
        synchronized (this) {
            isNew = !trouble.equals(why.getMessage());
            trouble = why.getMessage();
        }
        LOG.log(isNew ? System.Logger.Level.INFO : System.Logger.Level.DEBUG, "member " + name + ": " + trouble);
    }

    private void reachOne() throws IOException {
        IOException why = null;
        for (InetSocketAddress place : settings.known()) {
            try {
                Probe.reach(place, settings.tls());
                return;
            } catch (IOException unreachable) {
                why = unreachable;
            }
        }
        throw why;
    }

    private void stopListening() {
        if (listening != null) {
            listening.close();
            listening = null;
        }
    }

    @Override
    public void joined(Address process) {
        // A coordinator speaks first.
    }

    @Override
    public void left(Address process) {
        run(() -> {
            if (process.equals(leader)) {
                leader = null;
                String former;
                synchronized (this) {
                    former = coordinator;
                    coordinator = null;
                    aloneSince = System.nanoTime();
                    trouble = former + " has left, or has not answered";
                    notifyAll();
                }
                endpoint.leave(former + " has left the group, or has not answered");
            }
        });
    }

    @Override
    public void said(Address process, Notice notice) {
        run(() -> {
            if (notice instanceof Notice.Leads(String led) && group != null) {
                String current;
                synchronized (this) {
                    current = coordinator;
                }
                if (leader != null && !leader.equals(process)) {
                    group.tell(
                            process,
                            new Notice.Declines(name, "member " + name + " works for " + current + " already"));
                    return;
                }
                leader = process;
                synchronized (this) {
                    coordinator = Peers.line(led);
                    notifyAll();
                }
                InetSocketAddress place = listening.address();
                group.tell(process, new Notice.Offers(name, place.getAddress().getHostAddress(), place.getPort()));
            }
        });
    }

    /**
     * Waits for a change of {@link #coordinator}.
     *
     * @param known what the caller knows
     * @param patience how long to wait at most
     * @return what it is now; empty while there is none
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

    /** Returns for how long there has been no coordinator; zero while there is one. */
    synchronized Duration alone() {
        return coordinator != null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - aloneSince);
    }

    /** Returns why there is no coordinator, in a phrase; empty if nothing is known. */
    synchronized String trouble() {
        return trouble;
    }

    private void later(Runnable change, long millis) {
        if (!thread.isShutdown()) { // which only this thread's last task does not see
            thread.schedule(() -> run(change), millis, TimeUnit.MILLISECONDS);
        }
    }

    private void run(Runnable change) {
        try {
            thread.execute(() -> {
                try {
                    change.run();
                } catch (RuntimeException | Error thrown) {
                    LOG.log(System.Logger.Level.ERROR, "member " + name + " has met " + thrown, thrown);
                }
            });
        } catch (RejectedExecutionException closed) {
            // Nothing is wanted any more.
        }
    }

    /** Called by Declarative Services. */
    @Deactivate
    void close() {
        run(() -> {
            stopListening();
            if (group != null) {
                group.close();
                group = null;
            }
        });
        thread.shutdown();
        try {
            thread.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
