package org.asterism.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.model.LinkSettings;
import org.asterism.api.model.ModelSettings;

/**
 * What a runtime shall be like. Immutable: each {@code with...} method returns a changed copy.
 *
 * @param policy the name of the default context's policy
 * @param policyProperties properties for that policy
 * @param fallbackPolicy the policy that takes over when the one in use fails or leaves; empty to park the context instead
 * @param workers how many workers to open at most, per name of a driver; a driver that is not named opens as many as it is
 *     configured to
 * @param launchedWorkers whether workers get threads; if not, the program drives all of them: see {@link Worker#isDriven}
 * @param workersWithoutThreads which workers the program drives even if the others get threads: each is the name of a driver,
 *     the name of a worker, or an OSGi filter in parentheses; see {@link #withoutThreadsFor}
 * @param clock where the runtime takes its time from
 * @param driverProperties what drivers are told, per name of a driver; see the documentation of each
 * @param patience how long whoever waits for tasks watches that nothing moves and nothing could, before it is told so
 * @param closingTimeout how long closing waits for a kernel or a copy before it is given up: see {@link #withClosingTimeout}
 * @param simulation the described machine to run on, in virtual time; empty to run on this one
 * @param seed what random numbers of policies start from
 * @param models how performance models are kept
 * @param links how copies between memory nodes are predicted
 * @param teams which combinations of CPU workers there are for parallel tasks
 * @param balancer what moves workers between contexts; empty to leave them where they are
 * @param priorities the range of the priorities of the default context's tasks
 * @param members which workers the default context has: those that come later, too; no {@link WorkerSelection.Chosen}
 * @param prefetch whether data are fetched for tasks that no worker has taken yet: see {@link #withPrefetch}
 */
public record RuntimeConfiguration(
        String policy,
        Map<String, String> policyProperties,
        Optional<String> fallbackPolicy,
        Map<String, Integer> workers,
        boolean launchedWorkers,
        Set<String> workersWithoutThreads,
        Clock clock,
        Map<String, Map<String, String>> driverProperties,
        Duration patience,
        Duration closingTimeout,
        Optional<Simulation> simulation,
        long seed,
        ModelSettings models,
        LinkSettings links,
        TeamSettings teams,
        Optional<BalancerChoice> balancer,
        PriorityRange priorities,
        WorkerSelection members,
        boolean prefetch) {

    private static final Duration DEFAULT_CLOSING_TIMEOUT = Duration.ofMinutes(10);

    /** The policy of a context for which nobody asked for another. */
    public static final String DEFAULT_POLICY = "eager";

    /** Copies the maps and checks the numbers. */
    public RuntimeConfiguration {
        Objects.requireNonNull(policy, "policy");
        policyProperties = Map.copyOf(policyProperties);
        workers = Map.copyOf(workers);
        workers.forEach((driver, number) -> {
            if (number < 0) {
                throw new IllegalArgumentException(
                        "workers of driver '" + driver + "' is " + number + ": give 0 or more");
            }
        });
        workersWithoutThreads = Set.copyOf(workersWithoutThreads);
        for (String workersMeant : workersWithoutThreads) {
            if (workersMeant.isBlank()) {
                throw new IllegalArgumentException(
                        "workersWithoutThreads has a blank name: each is the name of a driver, such as"
                                + " 'cpu', the name of a worker, such as 'cpu-0', or a filter, such as '(arch=cpu)'");
            }
        }
        Objects.requireNonNull(clock, "clock");
        Map<String, Map<String, String>> copy = new HashMap<>();
        driverProperties.forEach((driver, properties) -> copy.put(driver, Map.copyOf(properties)));
        driverProperties = Map.copyOf(copy);
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience is " + patience + ": give 0 or more");
        }
        if (!closingTimeout.isPositive()) {
            throw new IllegalArgumentException("closingTimeout is " + closingTimeout
                    + ": give more than 0, such as Duration.ofMinutes(10), or ChronoUnit.FOREVER.getDuration()");
        }
        Objects.requireNonNull(simulation, "simulation");
        Objects.requireNonNull(models, "models");
        Objects.requireNonNull(links, "links");
        Objects.requireNonNull(teams, "teams");
        Objects.requireNonNull(balancer, "balancer");
        Objects.requireNonNull(priorities, "priorities");
        Objects.requireNonNull(members, "members");
        if (members instanceof WorkerSelection.Chosen) {
            throw new IllegalArgumentException(
                    "members is a predicate, which is asked when a context is made: give all, names, a"
                            + " filter or a share, which tell of workers that come later, too");
        }
    }

    /**
     * The settings to start from: policy and fall-back {@code eager}, all workers, each with a thread, in real time.
     *
     * @return the default settings
     */
    public static RuntimeConfiguration defaults() {
        return new RuntimeConfiguration(
                DEFAULT_POLICY,
                Map.of(),
                Optional.of(DEFAULT_POLICY),
                Map.of(),
                true,
                Set.of(),
                Clock.system(),
                Map.of(),
                Duration.ofSeconds(10),
                DEFAULT_CLOSING_TIMEOUT,
                Optional.empty(),
                0,
                ModelSettings.defaults(),
                LinkSettings.defaults(),
                TeamSettings.defaults(),
                Optional.empty(),
                PriorityRange.ANY,
                WorkerSelection.all(),
                true);
    }

    /**
     * Sets the default context's policy.
     *
     * @param name of the policy
     * @param properties for it
     * @return a changed copy
     */
    public RuntimeConfiguration withPolicy(String name, Map<String, String> properties) {
        return with(draft -> {
            draft.policy = name;
            draft.policyProperties = properties;
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
        return with(draft -> draft.fallbackPolicy = Optional.of(name));
    }

    /**
     * Has a context parked when its policy fails or leaves.
     *
     * @return a changed copy
     */
    public RuntimeConfiguration withoutFallbackPolicy() {
        return with(draft -> draft.fallbackPolicy = Optional.empty());
    }

    /**
     * Limits how many workers a driver opens.
     *
     * @param driver the driver's name, such as {@code cpu}
     * @param number 0 or more
     * @return a changed copy
     */
    public RuntimeConfiguration withWorkers(String driver, int number) {
        Map<String, Integer> changed = new HashMap<>(workers);
        changed.put(driver, number);
        return with(draft -> draft.workers = changed);
    }

    /**
     * Says whether workers get threads of their own.
     *
     * @param launched false if the program drives all of them itself, as {@link Worker#isDriven} says; true if it drives those
     *     that are named by {@link #withoutThreadsFor} only
     * @return a changed copy
     */
    public RuntimeConfiguration withLaunchedWorkers(boolean launched) {
        return with(draft -> draft.launchedWorkers = launched);
    }

    /**
     * Gives some workers no thread of their own, in addition to those named before: the program drives them, as {@link
     * Worker#isDriven} says. Whoever names none of the workers that there are when the runtime is made is told so in the log: they
     * may come later.
     *
     * @param named each is the name of a driver ({@code cpu}), whose workers are all meant; the name of a worker ({@code cpu-0}); or
     *     an OSGi filter ({@code (&(arch=cpu)(numa.node=1))}) on the workers' {@link Worker#properties properties} and their
     *     {@code name}, {@code id}, {@code arch} and {@code memory-node}. What is no filter is refused when the
     *     runtime is made
     * @return a changed copy
     */
    public RuntimeConfiguration withoutThreadsFor(String... named) {
        Set<String> changed = new HashSet<>(workersWithoutThreads);
        changed.addAll(List.of(named));
        return with(draft -> draft.workersWithoutThreads = changed);
    }

    /**
     * Sets where the runtime takes its time from.
     *
     * @param source a clock
     * @return a changed copy
     */
    public RuntimeConfiguration withClock(Clock source) {
        return with(draft -> draft.clock = source);
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
        Map<String, Map<String, String>> changed = new HashMap<>(driverProperties);
        Map<String, String> properties = new HashMap<>(changed.getOrDefault(driver, Map.of()));
        properties.put(name, value);
        changed.put(driver, properties);
        return with(draft -> draft.driverProperties = changed);
    }

    /**
     * Sets after what time without any movement whoever waits for tasks is told that they are stuck.
     *
     * @param time 0 or more
     * @return a changed copy
     */
    public RuntimeConfiguration withPatience(Duration time) {
        return with(draft -> draft.patience = time);
    }

    /**
     * Sets how long closing waits for one kernel or copy that does not end: closing the runtime, closing a context, or
     * the removal of a driver or a worker. Every ten seconds the waiting thread reports it. Then it gives it up: the
     * tasks of the worker and those that wait for the copy fail, the data that they write are invalid, the memory that
     * the kernel or copy may touch is not freed, and a worker whose tasks were all given up is {@link
     * WorkerState#STUCK}. Data that do not come home when the runtime is closed are invalid. The default is ten
     * minutes. In virtual time nothing is given up.
     *
     * @param time more than 0, by the runtime's clock
     * @return a changed copy
     */
    public RuntimeConfiguration withClosingTimeout(Duration time) {
        return with(draft -> draft.closingTimeout = time);
    }

    /**
     * Has the runtime run on a described machine, in virtual time: only the simulation's driver is opened.
     *
     * @param described the machine
     * @return a changed copy
     */
    public RuntimeConfiguration withSimulation(Simulation described) {
        return with(draft -> draft.simulation = Optional.of(described));
    }

    /**
     * Sets what random numbers of policies start from.
     *
     * @param start any number
     * @return a changed copy
     */
    public RuntimeConfiguration withSeed(long start) {
        return with(draft -> draft.seed = start);
    }

    /**
     * Sets how performance models are kept.
     *
     * @param settings where, and whether they learn
     * @return a changed copy
     */
    public RuntimeConfiguration withModels(ModelSettings settings) {
        return with(draft -> draft.models = settings);
    }

    /**
     * Sets how copies between memory nodes are predicted.
     *
     * @param predicted with which contention
     * @return a changed copy
     */
    public RuntimeConfiguration withLinks(LinkSettings predicted) {
        return with(draft -> draft.links = predicted);
    }

    /**
     * Sets which combinations of CPU workers there are for parallel tasks.
     *
     * @param settings their sizes, and what their members share
     * @return a changed copy
     */
    public RuntimeConfiguration withTeams(TeamSettings settings) {
        return with(draft -> draft.teams = settings);
    }

    /**
     * Has a balancer move workers between contexts, as {@link Runtime#balance} does; there must be one of the name when the runtime
     * is made.
     *
     * @param name of the balancer
     * @param properties for it, and those that every balancer has
     * @return a changed copy
     */
    public RuntimeConfiguration withBalancer(String name, Map<String, String> properties) {
        return with(draft -> draft.balancer = Optional.of(new BalancerChoice(name, properties)));
    }

    /**
     * Sets the range of the priorities that tasks of the default context have; other contexts have {@link
     * ContextDescription#withPriorities their own}.
     *
     * @param range every priority there is, at first
     * @return a changed copy
     */
    public RuntimeConfiguration withPriorities(PriorityRange range) {
        return with(draft -> draft.priorities = range);
    }

    /**
     * Says which workers the default context has. Others are opened, too, and stay idle unless they are given to a context. Names need not
     * be those of workers that are there: they may come.
     *
     * @param meant all workers, at first; not a predicate
     * @return a changed copy
     */
    public RuntimeConfiguration withMembers(WorkerSelection meant) {
        return with(draft -> draft.members = meant);
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
        return with(draft -> draft.prefetch = enabled);
    }

    /** A copy with changes. */
    private RuntimeConfiguration with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new RuntimeConfiguration(
                draft.policy,
                draft.policyProperties,
                draft.fallbackPolicy,
                draft.workers,
                draft.launchedWorkers,
                draft.workersWithoutThreads,
                draft.clock,
                draft.driverProperties,
                draft.patience,
                draft.closingTimeout,
                draft.simulation,
                draft.seed,
                draft.models,
                draft.links,
                draft.teams,
                draft.balancer,
                draft.priorities,
                draft.members,
                draft.prefetch);
    }

    /** The settings while a copy is made. */
    private static final class Draft {
        private String policy;
        private Map<String, String> policyProperties;
        private Optional<String> fallbackPolicy;
        private Map<String, Integer> workers;
        private boolean launchedWorkers;
        private Set<String> workersWithoutThreads;
        private Clock clock;
        private Map<String, Map<String, String>> driverProperties;
        private Duration patience;
        private Duration closingTimeout;
        private Optional<Simulation> simulation;
        private long seed;
        private ModelSettings models;
        private LinkSettings links;
        private TeamSettings teams;
        private Optional<BalancerChoice> balancer;
        private PriorityRange priorities;
        private WorkerSelection members;
        private boolean prefetch;

        Draft(RuntimeConfiguration from) {
            policy = from.policy;
            policyProperties = from.policyProperties;
            fallbackPolicy = from.fallbackPolicy;
            workers = from.workers;
            launchedWorkers = from.launchedWorkers;
            workersWithoutThreads = from.workersWithoutThreads;
            clock = from.clock;
            driverProperties = from.driverProperties;
            patience = from.patience;
            closingTimeout = from.closingTimeout;
            simulation = from.simulation;
            seed = from.seed;
            models = from.models;
            links = from.links;
            teams = from.teams;
            balancer = from.balancer;
            priorities = from.priorities;
            members = from.members;
            prefetch = from.prefetch;
        }
    }
}
