package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
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

    private final String name = "coordinator-" + ProcessHandle.current().pid();
    private final Transport transport;
    private final Endpoint endpoint;
    private final Optional<Path> home;
    private final Set<TaskRuntime> runtimes = new CopyOnWriteArraySet<>();

    /** The members that have been told to the runtimes. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** Null without a configured address. */
    private final Coordinator configured;

    /** That of the members which this process starts, or null. Written under the lock of this object. */
    private volatile Coordinator local;

    /** Guarded by this object, like the next one. */
    private Group localGroup;

    private boolean isClosed;

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
        boolean leads = !configuration.address().isBlank() && bundle.getProperty("asterism.member") == null;
        configured = leads ? lead(configuration) : null;
    }

    private Coordinator lead(ClusterConfiguration configuration) {
        InetSocketAddress address = Places.parse(
                "property 'address' of " + ClusterConfiguration.PID, configuration.address(), Places.USUAL_PORT);
        Optional<SSLContext> tls = Keys.of(configuration.keys(), configuration.keys_password());
        GroupSettings settings = new GroupSettings(name, address, List.of(), tls);
        Coordinator coordinator = new Coordinator(
                name, transport, endpoint, tls.map(LinkSecurity::of).orElse(LinkSecurity.NONE), this::changed);
        Coordinator.daemon(
                        "asterism-cluster-start",
                        () -> { // JGroups looks for others at first
                            try {
                                coordinator.leads(Group.join(settings, coordinator));
                            } catch (IOException refused) {
                                LOG.log(System.Logger.Level.ERROR, "cluster: " + refused.getMessage());
                            }
                        })
                .start();
        return coordinator;
    }

    /**
     * Called by Declarative Services.
     *
     * @param runtime gets the workers of members that come from now on
     */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime) {
        runtimes.add(runtime);
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

    /**
     * Lets the runtimes use the workers of members that are new. Members that this process has started are for runtimes
     * that are made later.
     */
    private void changed(Coordinator coordinator) {
        Set<String> present = coordinator.members().stream()
                .filter(member -> member.state() == State.PRESENT)
                .map(ClusterMember::name)
                .collect(Collectors.toSet());
        known.retainAll(present);
        if (known.addAll(present)) {
            for (TaskRuntime runtime : runtimes) {
                rescan(runtime);
            }
        }
    }

    /** Lets those that wait for members look again. */
    private synchronized void startedChanged() {
        notifyAll();
    }

    private static void rescan(TaskRuntime runtime) {
        try {
            runtime.rescanDevices();
        } catch (RuntimeException failed) {
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
        StartedMembers started;
        synchronized (this) {
            beginLocalGroup();
            started = StartedMembers.start(program, number, local, localGroup.address());
        }
        try {
            started.await(this);
            return started;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            started.close();
            throw failed;
        }
    }

    /** Begins the group for members of this machine, if there is none. */
    private void beginLocalGroup() throws IOException {
        if (isClosed) {
            throw new IOException("the bundle 'cluster' is being stopped");
        }
        if (local == null) {
            Coordinator coordinator =
                    new Coordinator(name, transport, endpoint, LinkSecurity.NONE, _ -> startedChanged());
            InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            localGroup = Group.join(new GroupSettings(name, anywhere, List.of(), Optional.empty()), coordinator);
            coordinator.leads(localGroup);
            local = coordinator;
        }
    }

    /** Called by Declarative Services. */
    @Deactivate
    void close() {
        Coordinator own;
        synchronized (this) {
            isClosed = true;
            own = local;
            local = null;
            notifyAll();
        }
        if (configured != null) {
            configured.close();
        }
        if (own != null) {
            own.close();
        }
    }
}
