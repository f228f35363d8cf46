package org.asterism.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.model.LinkSettings;
import org.asterism.api.model.ModelSettings;

/** Settings of a runtime. Immutable: each {@code with...} method returns a changed copy. */
public final class RuntimeConfiguration {
    /** The policy of contexts without a requested policy. */
    public static final String DEFAULT_POLICY = "eager";

    private final Values values;

    private RuntimeConfiguration(Values values) {
        this.values = values;
    }

    /**
     * The settings to start from: policy and fall-back {@code eager}, all workers, each with a thread, in real time.
     *
     * @return the default settings
     */
    public static RuntimeConfiguration defaults() {
        return new RuntimeConfiguration(new Values());
    }

    /** {@return the name of the default context's policy} */
    public String policy() {
        return values.policy;
    }

    /** {@return properties for that policy} */
    public Map<String, String> policyProperties() {
        return values.policyProperties;
    }

    /** {@return the policy that takes over when the one in use fails or leaves; empty to park the context instead} */
    public Optional<String> fallbackPolicy() {
        return values.fallbackPolicy;
    }

    /**
     * {@return the greatest number of workers to open, by name of a driver; a driver without an entry opens as many as
     * it is configured to}
     */
    public Map<String, Integer> workers() {
        return values.workers;
    }

    /** {@return whether workers get threads; if not, the program drives all of them: see {@link Worker#isDriven}} */
    public boolean launchedWorkers() {
        return values.launchedWorkers;
    }

    /**
     * {@return the workers that the program drives even if the others get threads: each is the name of a driver, the
     * name of a worker, or an OSGi filter in parentheses; see {@link #withoutThreadsFor}}
     */
    public Set<String> workersWithoutThreads() {
        return values.workersWithoutThreads;
    }

    /** {@return the source of the runtime's time} */
    public Clock clock() {
        return values.clock;
    }

    /** {@return the properties for drivers, by name of a driver; see the documentation of each} */
    public Map<String, Map<String, String>> driverProperties() {
        return values.driverProperties;
    }

    /**
     * {@return the time without any movement, or possible movement, after which a thread that waits for tasks gets an
     * exception}
     */
    public Duration patience() {
        return values.patience;
    }

    /**
     * {@return the time that closing waits for a kernel or a copy before it gives up: see {@link #withClosingTimeout}}
     */
    public Duration closingTimeout() {
        return values.closingTimeout;
    }

    /** {@return the described machine to run on, in virtual time; empty to run on this one} */
    public Optional<Simulation> simulation() {
        return values.simulation;
    }

    /** {@return the seed of the policies' random numbers} */
    public long seed() {
        return values.seed;
    }

    /** {@return the settings of performance models} */
    public ModelSettings models() {
        return values.models;
    }

    /** {@return the settings for the prediction of copies between memory nodes} */
    public LinkSettings links() {
        return values.links;
    }

    /** {@return the rules for combinations of CPU workers, which run parallel tasks} */
    public TeamSettings teams() {
        return values.teams;
    }

    /** {@return the balancer that moves workers between contexts; empty to leave them where they are} */
    public Optional<BalancerChoice> balancer() {
        return values.balancer;
    }

    /** {@return the range of the priorities of the default context's tasks} */
    public PriorityRange priorities() {
        return values.priorities;
    }

    /**
     * {@return the selection of the default context's workers, including those that come later; no
     * {@link WorkerSelection.Chosen}}
     */
    public WorkerSelection members() {
        return values.members;
    }

    /** {@return whether data are fetched for tasks that no worker has taken yet: see {@link #withPrefetch}} */
    public boolean prefetch() {
        return values.prefetch;
    }

    /**
     * Sets the default context's policy.
     *
     * @param name of the policy
     * @param properties for it
     * @return a changed copy
     */
    public RuntimeConfiguration withPolicy(String name, Map<String, String> properties) {
        return with(changed -> {
            changed.policy = Objects.requireNonNull(name, "policy");
            changed.policyProperties = Map.copyOf(properties);
        });
    }

    /**
     * Sets the default context's policy, without properties.
     *
     * @param name of the policy
     * @return a changed copy
     */
    public RuntimeConfiguration withPolicy(String name) {
        return withPolicy(name, Map.of());
    }

    /**
     * Sets the policy that takes over when the one in use fails or leaves.
     *
     * @param name of the policy
     * @return a changed copy
     */
    public RuntimeConfiguration withFallbackPolicy(String name) {
        return with(changed -> changed.fallbackPolicy = Optional.of(name));
    }

    /**
     * Makes a context park when its policy fails or leaves.
     *
     * @return a changed copy
     */
    public RuntimeConfiguration withoutFallbackPolicy() {
        return with(changed -> changed.fallbackPolicy = Optional.empty());
    }

    /**
     * Limits how many workers a driver opens.
     *
     * @param driver the driver's name, such as {@code cpu}
     * @param number 0 or more
     * @return a changed copy
     */
    public RuntimeConfiguration withWorkers(String driver, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("workers of driver '" + driver + "' is " + number + ": give 0 or more");
        }
        Map<String, Integer> numbers = new HashMap<>(workers());
        numbers.put(driver, number);
        return with(changed -> changed.workers = Map.copyOf(numbers));
    }

    /**
     * Says whether workers get threads of their own.
     *
     * @param launched false if the program drives all of them itself, as {@link Worker#isDriven} says; true if it
     *     drives those that are named by {@link #withoutThreadsFor} only
     * @return a changed copy
     */
    public RuntimeConfiguration withLaunchedWorkers(boolean launched) {
        return with(changed -> changed.launchedWorkers = launched);
    }

    /**
     * Gives some workers no thread, in addition to those named before: the program drives them, as
     * {@link Worker#isDriven} says. If a name matches no worker when the runtime is made, the log says so, because such
     * workers may come later.
     *
     * @param named each is the name of a driver ({@code cpu}), for all its workers; the name of a worker
     *     ({@code cpu-0}); or an OSGi filter ({@code (&(arch=cpu)(numa.node=1))}) on the workers'
     *     {@link Worker#properties properties} and their {@code name}, {@code id}, {@code arch} and
     *     {@code memory-node}. A wrong filter is refused when the runtime is made
     * @return a changed copy
     */
    public RuntimeConfiguration withoutThreadsFor(String... named) {
        Set<String> all = new HashSet<>(workersWithoutThreads());
        for (String workersMeant : named) {
            if (workersMeant.isBlank()) {
                throw new IllegalArgumentException(
                        "workersWithoutThreads has a blank name: each is the name of a driver, such as"
                                + " 'cpu', the name of a worker, such as 'cpu-0', or a filter, such as '(arch=cpu)'");
            }
            all.add(workersMeant);
        }
        return with(changed -> changed.workersWithoutThreads = Set.copyOf(all));
    }

    /**
     * Sets where the runtime takes its time from.
     *
     * @param source a clock
     * @return a changed copy
     */
    public RuntimeConfiguration withClock(Clock source) {
        return with(changed -> changed.clock = Objects.requireNonNull(source, "clock"));
    }

    /**
     * Tells a driver something.
     *
     * @param driver the driver's name, such as {@code cpu}
     * @param name of one of the driver's properties
     * @param value for it
     * @return a changed copy
     */
    public RuntimeConfiguration withDriverProperty(String driver, String name, String value) {
        Map<String, Map<String, String>> all = new HashMap<>(driverProperties());
        Map<String, String> properties = new HashMap<>(all.getOrDefault(driver, Map.of()));
        properties.put(name, value);
        all.put(driver, Map.copyOf(properties));
        return with(changed -> changed.driverProperties = Map.copyOf(all));
    }

    /**
     * Sets the time without any movement after which threads that wait for tasks get an exception because the tasks are
     * stuck.
     *
     * @param time 0 or more
     * @return a changed copy
     */
    public RuntimeConfiguration withPatience(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("patience is " + time + ": give 0 or more");
        }
        return with(changed -> changed.patience = time);
    }

    /**
     * Sets how long closing waits for one kernel or copy that does not end. This applies to closing the runtime,
     * closing a context, and the removal of a driver or a worker.
     *
     * <p>Every ten seconds the waiting thread reports the kernel or copy. Then it gives up: the tasks of the worker and
     * those that wait for the copy fail, and the data that they write are invalid. The memory that the kernel or copy
     * may touch is not freed, and a worker whose tasks were all given up is {@link WorkerState#STUCK}. Data that do not
     * come home when the runtime is closed are invalid.
     *
     * <p>The default is ten minutes. In virtual time nothing is given up.
     *
     * @param time more than 0, by the runtime's clock
     * @return a changed copy
     */
    public RuntimeConfiguration withClosingTimeout(Duration time) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("closingTimeout is " + time
                    + ": give more than 0, such as Duration.ofMinutes(10), or ChronoUnit.FOREVER.getDuration()");
        }
        return with(changed -> changed.closingTimeout = time);
    }

    /**
     * Makes the runtime run on a described machine, in virtual time: only the simulation's driver is opened.
     *
     * @param described the machine
     * @return a changed copy
     */
    public RuntimeConfiguration withSimulation(Simulation described) {
        return with(changed -> changed.simulation = Optional.of(described));
    }

    /**
     * Sets what random numbers of policies start from.
     *
     * @param start any number
     * @return a changed copy
     */
    public RuntimeConfiguration withSeed(long start) {
        return with(changed -> changed.seed = start);
    }

    /**
     * Sets how performance models are kept.
     *
     * @param settings the files of the models, and whether they learn
     * @return a changed copy
     */
    public RuntimeConfiguration withModels(ModelSettings settings) {
        return with(changed -> changed.models = Objects.requireNonNull(settings, "models"));
    }

    /**
     * Sets how copies between memory nodes are predicted.
     *
     * @param predicted with which contention
     * @return a changed copy
     */
    public RuntimeConfiguration withLinks(LinkSettings predicted) {
        return with(changed -> changed.links = Objects.requireNonNull(predicted, "links"));
    }

    /**
     * Sets which combinations of CPU workers there are for parallel tasks.
     *
     * @param settings their sizes, and what their members share
     * @return a changed copy
     */
    public RuntimeConfiguration withTeams(TeamSettings settings) {
        return with(changed -> changed.teams = Objects.requireNonNull(settings, "teams"));
    }

    /**
     * Sets a balancer that moves workers between contexts, as {@link TaskRuntime#balance} does; a balancer of the name
     * must exist when the runtime is made.
     *
     * @param name of the balancer
     * @param properties the balancer's own properties, and those common to all balancers
     * @return a changed copy
     */
    public RuntimeConfiguration withBalancer(String name, Map<String, String> properties) {
        return with(changed -> changed.balancer = Optional.of(new BalancerChoice(name, properties)));
    }

    /**
     * Sets the range of the priorities that tasks of the default context have; other contexts have
     * {@link ContextDescription#withPriorities their own}.
     *
     * @param range every priority there is, at first
     * @return a changed copy
     */
    public RuntimeConfiguration withPriorities(PriorityRange range) {
        return with(changed -> changed.priorities = Objects.requireNonNull(range, "priorities"));
    }

    /**
     * Says which workers the default context has. Others are opened, too, and stay idle unless they are given to a
     * context. Names need not be those of workers that are there: they may come.
     *
     * @param meant all workers, at first; not a predicate
     * @return a changed copy
     */
    public RuntimeConfiguration withMembers(WorkerSelection meant) {
        Objects.requireNonNull(meant, "members");
        if (meant instanceof WorkerSelection.Chosen) {
            throw new IllegalArgumentException(
                    "members is a predicate, which is asked when a context is made: give all, names, a"
                            + " filter or a share, which tell of workers that come later, too");
        }
        return with(changed -> changed.members = meant);
    }

    /**
     * Sets whether policies may prefetch. If not, the runtime ignores what any policy asks to prefetch, whatever the
     * policy's own properties say, and the data of a task are fetched when a worker takes it. What programs fetch and
     * prefetch with {@link org.asterism.api.data.DataHandle} is not affected.
     *
     * @param enabled true, at first
     * @return a changed copy
     */
    public RuntimeConfiguration withPrefetch(boolean enabled) {
        return with(changed -> changed.prefetch = enabled);
    }

    private RuntimeConfiguration with(Consumer<Values> change) {
        Values changed = values.copy();
        change.accept(changed);
        return new RuntimeConfiguration(changed);
    }

    /** All settings, with their defaults. They do not change any more once a configuration has them. */
    private static final class Values implements Cloneable {
        private String policy = DEFAULT_POLICY;
        private Map<String, String> policyProperties = Map.of();
        private Optional<String> fallbackPolicy = Optional.of(DEFAULT_POLICY);
        private Map<String, Integer> workers = Map.of();
        private boolean launchedWorkers = true;
        private Set<String> workersWithoutThreads = Set.of();
        private Clock clock = Clock.system();
        private Map<String, Map<String, String>> driverProperties = Map.of();
        private Duration patience = Duration.ofSeconds(10);
        private Duration closingTimeout = Duration.ofMinutes(10);
        private Optional<Simulation> simulation = Optional.empty();
        private long seed;
        private ModelSettings models = ModelSettings.defaults();
        private LinkSettings links = LinkSettings.defaults();
        private TeamSettings teams = TeamSettings.defaults();
        private Optional<BalancerChoice> balancer = Optional.empty();
        private PriorityRange priorities = PriorityRange.ANY;
        private WorkerSelection members = WorkerSelection.all();
        private boolean prefetch = true;

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
