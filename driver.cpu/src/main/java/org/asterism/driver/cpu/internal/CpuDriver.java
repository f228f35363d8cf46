package org.asterism.driver.cpu.internal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.ProvidesDriver;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Opens a compute unit per core.
 *
 * <p>The topology provider determines the places of workers. Without one they run unbound, as many as the JVM counts
 * processors. A new or better provider restarts the component, because only workers that start can be bound.
 *
 * <p>A wrong configuration is reported to the caller that opens units, which can tell the user.
 */
@Component(property = Driver.NAME + "=" + CpuDriver.DRIVER, configurationPid = CpuConfiguration.PID)
@Designate(ocd = CpuConfiguration.class)
@ProvidesDriver(CpuDriver.DRIVER)
public final class CpuDriver implements Driver {
    static final String DRIVER = "cpu";

    private static final System.Logger LOG = System.getLogger(CpuDriver.class.getName());

    private final Supplier<Settings> configured;
    private final int processors;
    private final TopologyProvider topologies;
    private final AtomicBoolean failureTold = new AtomicBoolean();

    /** Creates a driver with the default configuration, for use without a container. */
    public CpuDriver() {
        this(
                () -> Settings.standard(environment()),
                ServiceLoader.load(TopologyProvider.class, CpuDriver.class.getClassLoader())
                        .findFirst()
                        .orElse(null),
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration the configuration, with defaults
     * @param properties the configuration as it is, without
     * @param topologies knows the machine; null if there is none
     */
    @Activate
    public CpuDriver(
            CpuConfiguration configuration,
            Map<String, Object> properties,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    TopologyProvider topologies) {
        this(
                configuration,
                properties,
                topologies,
                environment(),
                Runtime.getRuntime().availableProcessors());
    }

    CpuDriver(
            CpuConfiguration configuration,
            Map<String, Object> properties,
            TopologyProvider topologies,
            Map<String, String> environment,
            int processors) {
        this(
                () -> Settings.of(configuration, properties.containsKey(CpuConfiguration.WORKERS), environment),
                topologies,
                processors);
    }

    /** Reads the configuration whenever units are opened. */
    private CpuDriver(Supplier<Settings> configured, TopologyProvider topologies, int processors) {
        this.configured = configured;
        this.topologies = topologies;
        this.processors = processors;
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put(Settings.VARIABLE, System.getenv(Settings.VARIABLE));
        environment.put(Settings.SYSTEM_PROPERTY, System.getProperty(Settings.SYSTEM_PROPERTY));
        return environment;
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        Settings settings = configured.get();
        MemorySettings memories = MemorySettings.of(request.properties());
        Topology machine = machine();
        List<Place> all = machine == null ? List.of() : Places.of(machine);
        return all.isEmpty()
                ? unplaced(settings, memories, request)
                : placed(settings, memories, request, machine, all);
    }

    private Topology machine() {
        if (topologies == null) {
            return null;
        }
        try {
            return topologies.machine();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "driver.cpu: no topology, workers run unbound: " + e, e);
            return null;
        }
    }

    private List<ComputeUnit> unplaced(Settings settings, MemorySettings memories, DriverRequest request) {
        int standard = settings.cpus().isEmpty() ? processors : settings.cpus().size();
        if (!settings.cpus().isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "driver.cpu: cannot bind workers to the processing units " + settings.cpus()
                            + " of property 'cpus': no TopologyProvider is there, install topology.hwloc");
        }
        int count = count(settings, memories, request, standard);
        Memories opened = new Memories(memories, count, () -> {});
        List<ComputeUnit> units = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            units.add(new CpuUnit(i, null, null, opened));
        }
        return units;
    }

    private List<ComputeUnit> placed(
            Settings settings, MemorySettings memories, DriverRequest request, Topology machine, List<Place> all) {
        List<Place> places = settings.cpus().isEmpty() ? all : Places.named(all, settings.cpus());
        int standard = settings.cpus().isEmpty() ? standard(places, settings.threadsPerCore()) : places.size();
        int count = count(settings, memories, request, standard);
        boolean crowded = count > places.size();
        if (crowded) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "driver.cpu: " + count + " workers share " + places.size() + " processing units and run unbound");
        }
        CpuUnit.Binder binder =
                settings.bind() && !crowded ? new ProviderBinder(machine.root().processingUnits()) : null;
        Memories opened = new Memories(memories, count, binder == null ? () -> {} : binder::release);
        List<ComputeUnit> units = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            units.add(new CpuUnit(i, places.get(i % places.size()), binder, opened));
        }
        return units;
    }

    /**
     * A container's share of the machine is often given as time; then the JVM counts fewer processors than it may run
     * on.
     */
    private int standard(List<Place> places, int threadsPerCore) {
        int threads = threadsPerCore == 0 ? Integer.MAX_VALUE : threadsPerCore;
        int wanted =
                (int) places.stream().filter(place -> place.thread() < threads).count();
        return Math.min(wanted, Math.max(1, processors));
    }

    /** By itself the driver opens a unit for each memory at least; what the runtime asks for goes before. */
    private static int count(Settings settings, MemorySettings memories, DriverRequest request, int standard) {
        OptionalInt asked = request.mostUnits();
        if (asked.isEmpty()) {
            return Math.max(memories.nodes(), settings.workers() > 0 ? settings.workers() : standard);
        }
        int count = asked.getAsInt();
        if (count < 0 || count > Settings.MOST_WORKERS) {
            throw new IllegalArgumentException(
                    "driver.cpu cannot open " + count + " workers: ask for 0 to " + Settings.MOST_WORKERS);
        }
        if (count > 0 && count < memories.nodes()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "driver.cpu: there will be " + count + " of the " + memories.nodes() + " memory nodes that "
                            + MemorySettings.NODES + " asks for: the runtime wants no more workers");
        }
        return count;
    }

    /** Binds through the provider, and reports once for all workers if the provider cannot bind. */
    private final class ProviderBinder implements CpuUnit.Binder {
        private final BitSet whole;

        ProviderBinder(BitSet whole) {
            this.whole = whole;
        }

        @Override
        public boolean bind(BitSet processingUnits) {
            boolean bound = topologies.bindCurrentThread(processingUnits);
            if (!bound && failureTold.compareAndSet(false, true)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "driver.cpu: a worker cannot be bound to processing unit "
                                + processingUnits.nextSetBit(0)
                                + " and runs unbound; bind=false in " + CpuConfiguration.PID + " silences this");
            }
            return bound;
        }

        @Override
        public void release() {
            topologies.bindCurrentThread(whole);
        }
    }
}
