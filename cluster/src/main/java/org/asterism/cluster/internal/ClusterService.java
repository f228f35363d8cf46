package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.TaskRuntime;
import org.asterism.kit.remote.Endpoint;
import org.asterism.spi.remote.Cluster;
import org.asterism.spi.remote.ClusterMember;
import org.asterism.spi.remote.ClusterMember.State;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Transport;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * The coordinator's cluster. With a configured address it leads a group from its start; members that it starts itself
 * have a group of their own on a loopback address, which begins with the first of them.
 */
@Component(service = Cluster.class, immediate = true, configurationPid = ClusterConfiguration.PID)
@Designate(ocd = ClusterConfiguration.class)
public final class ClusterService implements Cluster {
    private static final System.Logger LOG = System.getLogger(ClusterService.class.getName());

    /** The framework property by which a program keeps its process from leading the configured group. */
    private static final String LEADS = "asterism.cluster.leads";

    /** Members on one machine may be slow when it is busy; the end of a process breaks its link anyway. */
    private static final Duration LOCAL_SILENCE = Duration.ofSeconds(10);

    private final String name = "coordinator-" + ProcessHandle.current().pid();
    private final Transport transport;
    private final Endpoint endpoint;
    private final Optional<Path> home;
    private final Set<TaskRuntime> runtimes = new CopyOnWriteArraySet<>();

    /** Tells runtimes of members, which may take its time: drivers look for devices. */
    private final SerialThread telling = new SerialThread("asterism-cluster-runtimes");

    /** The configured members that have been told to the runtimes. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** Null without a configured address, like the next one. */
    private final Coordinator configured;

    private final Joining joining;

    private final Set<StartedMembers> started = ConcurrentHashMap.newKeySet();

    /** For the members that this process starts; null before the first, and after the end. */
    private volatile Coordinator local;

    /** Its group; null before the first member is started. Guarded by this object, like the next one. */
    private CompletableFuture<LocalGroup> localGroup;

    private boolean isClosed;

    /** Name and place of the group of members on this machine. Only those members are told the name. */
    record LocalGroup(String name, InetSocketAddress place) {}

    /**
     * Called by Declarative Services.
     *
     * @param configuration where members find this process
     * @param transport carries the links
     * @param endpoint takes the links
     * @param bundle tells where the distribution is
     */
    @Activate
    public ClusterService(
            ClusterConfiguration configuration,
            @Reference Transport transport,
            @Reference(target = "(" + Endpoint.ROLE + "=" + Endpoint.COORDINATOR + ")") Endpoint endpoint,
            BundleContext bundle) {
        this.transport = transport;
        this.endpoint = endpoint;
        home = Optional.ofNullable(bundle.getProperty("asterism.home")).map(Path::of);
        if (configuration.address().isBlank() || "false".equals(bundle.getProperty(LEADS))) {
            configured = null;
            joining = null;
            return;
        }
        configured = new Coordinator(name, transport, endpoint, false, this::changed);
        Failures failures = new Failures();
        joining = Joining.begin(
                () -> {
                    GroupSettings settings = settings(configuration);
                    Group joined = Group.lead(settings, configured);
                    configured.leads(joined, settings.security());
                    return joined;
                },
                failures::log);
    }

    /** Logs each reason once until another one comes. */
    private static final class Failures {
        private String last = "";

        private void log(String reason) {
            if (!reason.equals(last)) {
                last = reason;
                LOG.log(System.Logger.Level.WARNING, "this process does not lead its cluster yet: " + reason);
            }
        }
    }

    private GroupSettings settings(ClusterConfiguration configuration) {
        String address = "property 'address' of " + ClusterConfiguration.PID;
        GroupSettings settings = new GroupSettings(
                GroupSettings.COMMON,
                name,
                Places.parse(address, configuration.address(), Places.USUAL_PORT),
                Discovery.parse(
                        "property 'discovery' of " + ClusterConfiguration.PID, configuration.discovery(), List.of()),
                Keys.of(configuration.keys(), configuration.keys_password()),
                Duration.ofMillis(configuration.silence_milliseconds()));
        OwnAddresses.require(
                address, configuration.address(), settings.address().getAddress());
        return settings;
    }

    /**
     * Called by Declarative Services.
     *
     * @param runtime gets the workers of configured members that come from now on, and that it has missed
     */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime) {
        runtimes.add(runtime);
        if (!known.isEmpty()) {
            telling.run(() -> rescan(runtime));
        }
    }

    /**
     * Called by Declarative Services.
     *
     * @param runtime is going
     */
    void removeRuntime(TaskRuntime runtime) {
        runtimes.remove(runtime);
    }

    @Override
    public List<ClusterMember> members() {
        return Stream.of(configured, local)
                .filter(Objects::nonNull)
                .flatMap(coordinator -> coordinator.members().stream())
                .toList();
    }

    /** Lets the runtimes use the workers of configured members that are new. */
    private void changed(List<ClusterMember> members) {
        Set<String> present = members.stream()
                .filter(member -> member.state() == State.PRESENT)
                .map(ClusterMember::name)
                .collect(Collectors.toSet());
        known.retainAll(present);
        if (known.addAll(present)) {
            telling.run(() -> runtimes.forEach(ClusterService::rescan));
        }
    }

    private static void rescan(TaskRuntime runtime) {
        try {
            runtime.rescanDevices();
        } catch (RuntimeException | Error failed) {
            LOG.log(System.Logger.Level.WARNING, "a runtime cannot use new members: " + failed.getMessage());
        }
    }

    @Override
    public LocalMembers startMembers(int number) throws IOException, InterruptedException {
        if (number < 1) {
            throw new IllegalArgumentException("number of members is " + number + ": start at least 1");
        }
        Path program = home.map(folder -> folder.resolve("bin/asterism"))
                .filter(Files::isExecutable)
                .orElseThrow(() -> new IOException("members cannot be started, because this process does not run from"
                        + " a distribution: start processes as members by hand, and configure "
                        + ClusterConfiguration.PID));
        LocalGroup group = localGroup();
        Coordinator coordinator = local;
        if (coordinator == null) {
            throw new IOException(StartedMembers.STOPPING);
        }
        Set<String> taken = members().stream().map(ClusterMember::name).collect(Collectors.toSet());
        StartedMembers members = new StartedMembers(coordinator, started::remove);
        started.add(members);
        try {
            members.start(program, number, group, taken);
            members.await();
            return members;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            members.close();
            throw failed;
        }
    }

    /** Returns the group of members on this machine, and begins it if there is none. */
    private LocalGroup localGroup() throws IOException {
        CompletableFuture<LocalGroup> group;
        boolean begins;
        synchronized (this) {
            if (isClosed) {
                throw new IOException(StartedMembers.STOPPING);
            }
            begins = localGroup == null;
            if (begins) {
                localGroup = new CompletableFuture<>();
            }
            group = localGroup;
        }
        if (begins) {
            begin(group);
        }
        try {
            return group.join();
        } catch (CompletionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed.getCause());
        }
    }

    private void begin(CompletableFuture<LocalGroup> group) {
        Coordinator coordinator = new Coordinator(name, transport, endpoint, true, _ -> startedChanged());
        try {
            String secret = UUID.randomUUID().toString();
            InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            Discovery known = new Discovery.Addresses(List.of());
            Group joined = Group.lead(
                    new GroupSettings(secret, name, anywhere, known, Optional.empty(), LOCAL_SILENCE), coordinator);
            coordinator.leads(joined, LinkSecurity.NONE);
            boolean isWanted;
            synchronized (this) {
                isWanted = !isClosed;
                local = isWanted ? coordinator : null;
            }
            if (!isWanted) {
                throw new IOException(StartedMembers.STOPPING);
            }
            group.complete(new LocalGroup(secret, joined.address()));
        } catch (IOException | RuntimeException | Error failed) {
            coordinator.close();
            synchronized (this) {
                localGroup = null; // the next call tries again
            }
            group.completeExceptionally(failed);
        }
    }

    /** Lets those that wait for members look again. */
    private void startedChanged() {
        started.forEach(StartedMembers::changed);
    }

    /** Called by Declarative Services. */
    @Deactivate
    void close() {
        Coordinator own;
        synchronized (this) {
            isClosed = true;
            own = local;
            local = null;
        }
        started.forEach(StartedMembers::close);
        if (joining != null) {
            joining.close();
            configured.close();
        }
        if (own != null) {
            own.close();
        }
        telling.close(() -> {});
    }
}
