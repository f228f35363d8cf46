package org.asterism.core.internal.runtime.service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.BalancerChoice;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Observation;
import org.asterism.api.PolicyDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeNames;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TeamSettings;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.context.PolicySupervisor;
import org.asterism.core.internal.runtime.CoreRuntime;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.core.internal.runtime.OwnedRuntime;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * The runtime that programs share, as a service.
 *
 * <p>Its workers start when it is first used, and end with the core's bundle. The component is immediate. If it were
 * delayed, the runtime would end with all its tasks when the last user releases the service. The runtime is parked
 * while its policy is missing. A change of its configuration changes its policy, its priorities, its limit and its
 * balancer; all else is fixed when it begins.
 */
@Component(
        service = {TaskRuntime.class, DefaultRuntime.class},
        immediate = true,
        configurationPid = "org.asterism.runtime",
        property = RuntimeNames.PROPERTY + "=default")
@Designate(ocd = DefaultRuntimeConfiguration.class)
public final class DefaultRuntime extends CoreRuntime {
    private final RuntimeFactoryComponent factory;
    private final String fallbackPolicy;
    private final TeamSettings teams;
    private final Duration closingTimeout;
    private final String[] withoutThreads;
    private final boolean prefetch;
    private String policy;
    private Map<String, String> properties;
    private DefaultBounds bounds;
    private Optional<BalancerChoice> balancer;
    private boolean ended;

    /**
     * The thread that makes the runtime just now, or null; and the runtime as soon as it can be used by those that take
     * part in that.
     */
    private volatile Thread maker;

    private volatile OwnedRuntime unfinished;
    private final EarlyObservations earlyObservations = new EarlyObservations();
    private final ConfiguredContexts configuredContexts = new ConfiguredContexts();
    private volatile OwnedRuntime runtime;

    /** Called by Declarative Services. */
    @Activate
    public DefaultRuntime(@Reference RuntimeFactoryComponent factory, DefaultRuntimeConfiguration configuration) {
        this.factory = factory;
        policy = configuration.policy();
        DefaultRuntimeReader reader = new DefaultRuntimeReader(configuration);
        properties = reader.policyProperties().orElse(Map.of());
        bounds = DefaultBounds.NONE.changed(configuration.priorities(), configuration.limit());
        balancer = reader.balancer().orElse(Optional.empty());
        fallbackPolicy = configuration.fallback_policy();
        teams = reader.teams();
        closingTimeout = reader.closingTimeout();
        withoutThreads = reader.withoutThreads();
        prefetch = configuration.prefetch();
    }

    @Override
    protected OwnedRuntime begun() {
        OwnedRuntime begun = runtime;
        if (begun != null) {
            return begun;
        }
        // A policy that takes part in the making is called on another thread, for which the making thread waits.
        Thread by = maker;
        return by != null && PolicySupervisor.isOnBehalfOf(by) ? whileBeginning() : begin();
    }

    private synchronized OwnedRuntime begin() {
        if (runtime == null) {
            if (ended) {
                throw new IllegalStateException(
                        "the shared runtime has ended: take the service TaskRuntime anew when it is there again");
            }
            if (maker != null) { // the calling thread, which has the monitor
                return whileBeginning();
            }
            maker = Thread.currentThread();
            try {
                runtime = make();
            } finally {
                maker = null;
                unfinished = null;
            }
            balancer.ifPresent(this::wish);
        }
        return runtime;
    }

    /**
     * Returns the runtime for the thread that is making it, because a plug-in that this thread calls may request the
     * runtime in turn.
     */
    private OwnedRuntime whileBeginning() {
        OwnedRuntime usable = unfinished;
        usable = usable == null ? runtime : usable; // which was set before the other was forgotten
        if (usable == null) {
            throw new IllegalStateException(
                    "the shared runtime is being made, and a plug-in that takes part in that uses it already:"
                            + " let it use the context that it is given, or the runtime when it is called the next "
                            + "time");
        }
        return usable;
    }

    private OwnedRuntime make() {
        RuntimeConfiguration wanted = RuntimeConfiguration.defaults().withPolicy(policy, properties);
        wanted = fallbackPolicy.isBlank() ? wanted.withoutFallbackPolicy() : wanted.withFallbackPolicy(fallbackPolicy);
        OwnedRuntime begun = factory.create(
                wanted.withTeams(teams)
                        .withClosingTimeout(closingTimeout)
                        .withoutThreadsFor(withoutThreads)
                        .withPrefetch(prefetch),
                true);
        try {
            bounds.apply(begun.defaultContext(), DefaultBounds.NONE);
            unfinished = begun;
            earlyObservations.begin(begun);
            configuredContexts.begin(begun.allContexts(), factory.plugins());
            earlyObservations.hasBegun();
            return begun;
        } catch (RuntimeException | Error thrown) { // the next use makes another one
            earlyObservations.takeBack();
            closeAfter(thrown, begun);
            throw thrown;
        }
    }

    private static void closeAfter(Throwable thrown, OwnedRuntime begun) {
        try {
            CoreRuntimeFactory.end(begun);
        } catch (RuntimeException | Error atClose) {
            thrown.addSuppressed(atClose);
        }
    }

    /** A slip in what the balancer is configured with is reported, and must not cost programs their runtime. */
    private void wish(BalancerChoice choice) {
        try {
            runtime.wishBalancer(choice);
        } catch (RuntimeException wrong) {
            System.getLogger(DefaultRuntime.class.getName()).log(System.Logger.Level.ERROR, wrong.getMessage(), wrong);
        }
    }

    /** Called by Declarative Services. */
    @Modified
    synchronized void modified(DefaultRuntimeConfiguration configuration) {
        DefaultRuntimeReader reader = new DefaultRuntimeReader(configuration);
        reader.policyProperties().ifPresent(changed -> changePolicy(configuration.policy(), changed));
        changeBounds(bounds.changed(configuration.priorities(), configuration.limit()));
        reader.balancer().ifPresent(this::changeBalancer);
    }

    private void changePolicy(String name, Map<String, String> changed) {
        if (name.equals(policy) && changed.equals(properties)) {
            return;
        }
        policy = name;
        properties = changed;
        if (runtime != null) {
            runtime.defaultContext().wishPolicy(policy, properties);
        }
    }

    private void changeBounds(DefaultBounds changed) {
        if (runtime != null) {
            changed.apply(runtime.defaultContext(), bounds);
        }
        bounds = changed;
    }

    /** The contexts that configuration describes; they are made when the runtime begins. */
    ConfiguredContexts configuredContexts() {
        return configuredContexts;
    }

    private void changeBalancer(Optional<BalancerChoice> changed) {
        if (changed.equals(balancer)) {
            return;
        }
        balancer = changed;
        if (runtime != null) {
            changed.ifPresentOrElse(this::wish, runtime::stopBalancing);
        }
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        OwnedRuntime begun;
        synchronized (this) {
            ended = true;
            configuredContexts.end();
            begun = runtime;
        }
        if (begun != null) {
            CoreRuntimeFactory.end(begun);
        }
    }

    @Override
    public Optional<Simulation> simulation() {
        return Optional.empty();
    }

    @Override
    public Map<String, String> contextProblems() {
        return configuredContexts.problems();
    }

    @Override
    public List<PolicyDescription> policies() {
        return factory.plugins().describePolicies();
    }

    @Override
    public List<BalancerDescription> balancers() {
        return factory.plugins().describeBalancers();
    }

    /** Does not make the runtime: an observer that comes before waits for it. */
    @Override
    public Observation observe(RuntimeObserver observer) {
        if (runtime == null && maker == null) {
            synchronized (this) {
                if (runtime == null && maker == null && !ended) {
                    return earlyObservations.add(observer);
                }
            }
        }
        return super.observe(observer);
    }

    @Override
    public boolean hasBegun() {
        return runtime != null;
    }

    /** Does not make the runtime. */
    @Override
    public String toString() {
        return "runtime 'default'";
    }

    /** Refused, as closing is. */
    @Override
    public void requestTermination() {
        close();
    }

    /** Refused: the runtime is shared, and ends with the core's bundle. */
    @Override
    public void close() {
        throw new UnsupportedOperationException(
                "the shared runtime is not its users' to close; make one of your own with RuntimeFactory.create(...)");
    }
}
