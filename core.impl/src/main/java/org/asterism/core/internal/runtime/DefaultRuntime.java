package org.asterism.core.internal.runtime;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.PolicyDescription;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Simulation;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskOverview;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.model.Links;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.spi.observation.RuntimeObserver;
import org.asterism.spi.policy.TaskGraph;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * The runtime that programs share, as a service. Its workers begin when it is first used, and end with the core's bundle: the
 * component is immediate, or it would end with all its tasks when the last user releases the service. It is parked while its
 * policy is not there. A change of its configuration changes its policy; the fall-back, and which
 * workers have no thread, are fixed when it begins.
 */
@Component(
        service = Runtime.class,
        immediate = true,
        configurationPid = "org.asterism.runtime",
        property = DefaultRuntime.NAME + "=default")
@Designate(ocd = DefaultRuntimeConfiguration.class)
public final class DefaultRuntime implements Runtime {
    /** The service property that names a runtime. */
    static final String NAME = "runtime.name";

    private final RuntimeFactoryComponent factory;
    private final String fallbackPolicy;
    private final String[] withoutThreads;
    private String policy;
    private Map<String, String> properties;
    private boolean ended;
    private volatile CoreRuntime runtime;

    /** Made by Declarative Services. */
    @Activate
    public DefaultRuntime(@Reference RuntimeFactoryComponent factory, DefaultRuntimeConfiguration configuration) {
        this.factory = factory;
        policy = configuration.policy();
        properties = readProperties(configuration).orElse(Map.of());
        fallbackPolicy = configuration.fallback_policy();
        withoutThreads = Arrays.stream(configuration.workers_without_threads())
                .filter(WithoutThreads::isUsable)
                .toArray(String[]::new);
    }

    private CoreRuntime runtime() {
        CoreRuntime begun = runtime;
        return begun == null ? begin() : begun;
    }

    private synchronized CoreRuntime begin() {
        if (runtime == null) {
            if (ended) {
                throw new IllegalStateException(
                        "the shared runtime has ended: take the service Runtime anew when it is there again");
            }
            RuntimeConfiguration wanted = RuntimeConfiguration.defaults().withPolicy(policy, properties);
            wanted = fallbackPolicy.isBlank()
                    ? wanted.withoutFallbackPolicy()
                    : wanted.withFallbackPolicy(fallbackPolicy);
            runtime = factory.create(wanted.withoutThreadsFor(withoutThreads), true);
        }
        return runtime;
    }

    /** Called by Declarative Services. */
    @Modified
    synchronized void modified(DefaultRuntimeConfiguration configuration) {
        Map<String, String> changed = readProperties(configuration).orElse(null);
        if (changed == null || configuration.policy().equals(policy) && changed.equals(properties)) {
            return;
        }
        policy = configuration.policy();
        properties = changed;
        if (runtime != null) {
            runtime.wishPolicy(policy, properties);
        }
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        CoreRuntime begun;
        synchronized (this) {
            ended = true;
            begun = runtime;
        }
        if (begun != null) {
            CoreRuntimeFactory.end(begun);
        }
    }

    /** The properties, or empty if there is a slip in them: it is reported, and must not cost programs their runtime. */
    private static Optional<Map<String, String>> readProperties(DefaultRuntimeConfiguration configuration) {
        try {
            return Optional.of(properties(configuration));
        } catch (IllegalArgumentException wrong) {
            System.getLogger(DefaultRuntime.class.getName()).log(System.Logger.Level.ERROR, wrong.getMessage());
            return Optional.empty();
        }
    }

    private static Map<String, String> properties(DefaultRuntimeConfiguration configuration) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String property : configuration.policy_properties()) {
            int equals = property.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("configuration org.asterism.runtime: policy.properties has '"
                        + property + "'; each is name=value");
            }
            properties.put(
                    property.substring(0, equals).strip(),
                    property.substring(equals + 1).strip());
        }
        return properties;
    }

    @Override
    public Optional<Simulation> simulation() {
        return Optional.empty();
    }

    @Override
    public Predictor predictor() {
        return runtime().predictor();
    }

    @Override
    public TaskGraph graph() {
        return runtime().graph();
    }

    @Override
    public Models models() {
        return runtime().models();
    }

    @Override
    public Links links() {
        return runtime().links();
    }

    @Override
    public Observation observe(RuntimeObserver observer) {
        return runtime().observe(observer);
    }

    @Override
    public Task task(Codelet codelet) {
        return runtime().task(codelet);
    }

    @Override
    public DataRegistry data() {
        return runtime().data();
    }

    @Override
    public SchedulingContext defaultContext() {
        return runtime().defaultContext();
    }

    @Override
    public List<SchedulingContext> contexts() {
        return runtime().contexts();
    }

    @Override
    public List<Worker> workers() {
        return runtime().workers();
    }

    @Override
    public List<PolicyDescription> policies() {
        return runtime().policies();
    }

    @Override
    public Clock clock() {
        return runtime().clock();
    }

    @Override
    public SchedulingContext context(String name) {
        return runtime().context(name);
    }

    @Override
    public SchedulingContext createContext(String name, String policyName, Predicate<? super Worker> workers) {
        return runtime().createContext(name, policyName, workers);
    }

    @Override
    public SchedulingContext createContext(ContextDescription description) {
        return runtime().createContext(description);
    }

    @Override
    public List<Worker> workers(WorkerSelection selection) {
        return runtime().workers(selection);
    }

    @Override
    public TaskBundle bundle(String name) {
        return runtime().bundle(name);
    }

    @Override
    public void pause() {
        runtime().pause();
    }

    @Override
    public void resume() {
        runtime().resume();
    }

    @Override
    public boolean isPaused() {
        return runtime().isPaused();
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        runtime().waitUntilAtMost(tasks);
    }

    @Override
    public Tags tags() {
        return runtime().tags();
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return runtime().memoryNodes();
    }

    @Override
    public void waitAll() throws InterruptedException {
        runtime().waitAll();
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        return runtime().waitAll(time);
    }

    @Override
    public TaskOverview tasks(int mostWaiting) {
        return runtime().tasks(mostWaiting);
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
