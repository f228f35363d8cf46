package org.asterism.shell.gogo.internal;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.asterism.api.Architecture;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Balancing;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextLoad;
import org.asterism.api.ContextState;
import org.asterism.api.ExpectedWork;
import org.asterism.api.FailureMode;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.PolicyDescription;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.SchedulingContext;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.Simulation;
import org.asterism.api.StepResult;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.UnknownBalancerException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.device.DeviceReport;
import org.asterism.api.model.Links;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.api.tree.TreeView;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.spi.observation.RuntimeObserver;
import org.asterism.spi.policy.TaskGraph;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;

/** Stand-ins for the core and for OSGi. Tasks end within their submission. */
public final class Fakes {
    private Fakes() {}

    /** Answers the calls named; any other fails the test. */
    @SuppressWarnings("unchecked")
    public static <T> T partly(Class<T> type, Map<String, java.util.function.Function<Object[], Object>> answers) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (answers.containsKey(method.getName())) {
                return answers.get(method.getName()).apply(arguments == null ? new Object[0] : arguments);
            }
            return switch (method.getName()) {
                case "toString" -> "fake " + type.getSimpleName();
                case "hashCode" -> System.identityHashCode(self);
                case "equals" -> self == arguments[0];
                default -> throw new AssertionError("unexpected call of " + method);
            };
        });
    }

    /** A service reference with properties; its order is that of its service.id. */
    public static <T> ServiceReference<T> reference(long id, Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("service.id", id);
        @SuppressWarnings("unchecked")
        ServiceReference<T> reference = partly(
                ServiceReference.class,
                Map.of(
                        "getProperty", arguments -> all.get(arguments[0]),
                        "getBundle", arguments -> null,
                        "compareTo",
                                arguments -> Long.compare(
                                        (Long) ((ServiceReference<?>) arguments[0]).getProperty("service.id"), id)));
        return reference;
    }

    /** A bundle context that notes what is registered with it. */
    public static BundleContext bundle(List<Dictionary<String, ?>> registered) {
        return partly(BundleContext.class, Map.of("registerService", arguments -> {
            @SuppressWarnings("unchecked")
            Dictionary<String, ?> properties = (Dictionary<String, ?>) arguments[2];
            registered.add(properties);
            return partly(
                    ServiceRegistration.class,
                    Map.of("unregister", ignored -> registered.remove(properties) ? null : null));
        }));
    }

    /** The runtimes as the commands see them. */
    public static Runtimes runtimes(Map<String, FakeRuntime> byName) {
        Map<String, TaskRuntime> all = new LinkedHashMap<>(byName);
        return RuntimesForTests.of(all);
    }

    /** A memory node that is used a little. */
    public static MemoryNode node(int id, String name, long capacity) {
        return partly(
                MemoryNode.class,
                Map.of(
                        "id", arguments -> id,
                        "name", arguments -> name,
                        "capacity", arguments -> capacity,
                        "used", arguments -> 1000L * id,
                        "cached", arguments -> 10L * id));
    }

    /** Data that are up to date on some nodes. */
    public static DataHandle validOn(Integer... nodes) {
        return partly(
                DataHandle.class,
                Map.of(
                        "stateOn",
                        arguments -> List.of(nodes).contains(arguments[0])
                                ? nodes.length == 1 ? ReplicateState.OWNED : ReplicateState.SHARED
                                : ReplicateState.INVALID));
    }

    /** A worker with nothing to do, in main memory. */
    public static Worker worker(int id) {
        return worker(id, MemoryNode.MAIN);
    }

    /** A worker with nothing to do. */
    public static Worker worker(int id, int memoryNode) {
        return new FakeWorker(id, memoryNode, false, Optional.empty());
    }

    /** A worker that the program drives, on a thread if there is one. */
    public static Worker driven(int id, Optional<Thread> thread) {
        return new FakeWorker(id, MemoryNode.MAIN, true, thread);
    }

    /** A worker on a device, with nothing to do. */
    public static Worker onDevice(int id, String name, Architecture architecture, int node, Map<String, Object> facts) {
        return partly(
                Worker.class,
                Map.ofEntries(
                        Map.entry("id", arguments -> id),
                        Map.entry("name", arguments -> name),
                        Map.entry("architecture", arguments -> architecture),
                        Map.entry("memoryNode", arguments -> node),
                        Map.entry("properties", arguments -> facts),
                        Map.entry("state", arguments -> WorkerState.SLEEPING),
                        Map.entry("flags", arguments -> Set.of()),
                        Map.entry("isDriven", arguments -> false),
                        Map.entry("thread", arguments -> Optional.empty()),
                        Map.entry("executedTasks", arguments -> 0L)));
    }

    private record FakeWorker(int id, int memoryNode, boolean driven, Optional<Thread> thread) implements Worker {
        @Override
        public boolean isDriven() {
            return driven;
        }

        @Override
        public String name() {
            return "cpu-" + id;
        }

        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of("cpu.pu", id);
        }

        @Override
        public WorkerState state() {
            if (!driven) {
                return WorkerState.SLEEPING;
            }
            return thread.isPresent() ? WorkerState.SCHEDULING : WorkerState.NOT_DRIVEN;
        }

        @Override
        public long executedTasks() {
            return 10L * id;
        }

        @Override
        public boolean canExecute(Task task) {
            return true;
        }

        @Override
        public StepResult runOnce() {
            return StepResult.IDLE;
        }
    }

    /** A runtime with two workers, one context and the policies eager, prio and picky, which refuses every property. */
    public static class FakeRuntime implements TaskRuntime, SchedulingContext {
        @Override
        public void requestTermination() {
            terminating = true;
        }

        public volatile boolean terminating;

        @Override
        public List<Task> unfinishedTasks() {
            return unfinished;
        }

        public List<Task> unfinished = List.of();

        /** Why tasks were cancelled, each reason once. */
        public final Set<String> cancelled = ConcurrentHashMap.newKeySet();

        /** What happens when tasks are cancelled. */
        public volatile Runnable whenCancelled = () -> {};

        @Override
        public long cancelTasks(String reason) {
            if (cancelled.add(reason)) {
                whenCancelled.run();
            }
            return 3;
        }

        @Override
        public Optional<Simulation> simulation() {
            return simulation;
        }

        public Optional<Simulation> simulation = Optional.empty();

        @Override
        public Predictor predictor() {
            return partly(
                    Predictor.class,
                    Map.of(
                            "kind", arguments -> 0,
                            "executionNanos", arguments -> (double) KERNEL_NANOS,
                            "energyJoules", arguments -> 0.0));
        }

        @Override
        public TaskGraph graph() {
            return (task, visitor) -> {};
        }

        @Override
        public Models models() {
            return models;
        }

        @Override
        public Observation observe(RuntimeObserver observer) {
            observers.add(observer);
            return () -> observers.remove(observer);
        }

        @Override
        public List<CombinedWorker> combinedWorkers() {
            return List.of();
        }

        @Override
        public CombinedWorker combine(Collection<? extends Worker> members) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void schedule() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void expect(ExpectedWork work) {
            uses.add("expect " + work);
        }

        public List<BalancerDescription> balancers = List.of();
        public Balancing balancing = new Balancing(Optional.empty(), false, Optional.empty(), 0, 0, 0, List.of());

        @Override
        public List<BalancerDescription> balancers() {
            return balancers;
        }

        @Override
        public void balance(String name, Map<String, String> properties) {
            if (balancers.stream().noneMatch(each -> each.name().equals(name))) {
                throw new UnknownBalancerException(
                        name, balancers.stream().map(BalancerDescription::name).toList());
            }
            if (properties.containsKey("wrong")) {
                throw new IllegalArgumentException("balancer '" + name + "' does not accept " + properties);
            }
            uses.add("balance " + name + " " + new TreeMap<>(properties));
        }

        @Override
        public void stopBalancing() {
            uses.add("stop balancing");
        }

        @Override
        public Balancing balancing() {
            return balancing;
        }

        /** How long each kernel takes, one after the other on the first worker, for who observes. */
        public static final long KERNEL_NANOS = 1_000_000;

        public final List<RuntimeObserver> observers = new ArrayList<>();

        @Override
        public Links links() {
            return links;
        }

        public Links links = partly(Links.class, Map.of());
        public Models models = partly(Models.class, Map.of());
        public final List<String> uses = Collections.synchronizedList(new ArrayList<>());
        public List<Worker> workers = List.of(worker(0), worker(1));
        public List<MemoryNode> nodes = List.of(node(0, "main", Long.MAX_VALUE));
        public List<DataHandle> handles = List.of();
        public DataRegistry data = partly(DataRegistry.class, Map.of("handles", arguments -> handles));
        public String policy;
        public TaskOverview overview = new TaskOverview(0, 0, 0, 0, 0, 0, 0, List.of());
        public boolean closed;
        public long submitted;
        public Optional<String> trouble = Optional.empty();

        public FakeRuntime(String policy) {
            this.policy = policy;
        }

        @Override
        public Task task(Codelet codelet) {
            return new FakeTask(this, codelet).task();
        }

        @Override
        public DataRegistry data() {
            return data;
        }

        private Optional<SchedulingContext> ofSome = Optional.empty();

        /** Has the default context be one of some workers; of those that come later, too. */
        public void setMembers(WorkerSelection members) {
            if (members instanceof WorkerSelection.All) {
                return;
            }
            ofSome = Optional.of((SchedulingContext) Proxy.newProxyInstance(
                    Fakes.class.getClassLoader(),
                    new Class<?>[] {SchedulingContext.class},
                    (proxy, method, arguments) -> method.getName().equals("workers")
                            ? workers.stream()
                                    .filter(worker -> members instanceof WorkerSelection.Named named
                                            && named.names().contains(worker.name()))
                                    .toList()
                            : method.invoke(this, arguments)));
        }

        @Override
        public SchedulingContext defaultContext() {
            return ofSome.orElse(this);
        }

        @Override
        public List<SchedulingContext> contexts() {
            List<SchedulingContext> all = new ArrayList<>(List.of(this));
            all.addAll(made);
            return all;
        }

        /** Scopes that have ended, by the names of their contexts. */
        public final List<String> endedScopes = new ArrayList<>();

        /** Why scopes were cancelled. */
        public final List<String> cancelledScopes = Collections.synchronizedList(new ArrayList<>());

        /** Passes on what a run does in the context. */
        @Override
        public ScopedRuntime scope(SchedulingContext context) {
            Set<String> ofContext = Set.of("task", "workers", "waitAll");
            return (ScopedRuntime) Proxy.newProxyInstance(
                    Fakes.class.getClassLoader(),
                    new Class<?>[] {ScopedRuntime.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "defaultContext" -> context;
                        case "own" -> arguments[0];
                        case "end" -> {
                            endedScopes.add(context.name());
                            yield null;
                        }
                        case "cancel" -> {
                            cancelledScopes.add((String) arguments[0]);
                            yield null;
                        }
                        default ->
                            ofContext.contains(method.getName()) && method.getParameterCount() < 2
                                    ? SchedulingContext.class
                                            .getMethod(method.getName(), method.getParameterTypes())
                                            .invoke(context, arguments)
                                    : method.invoke(this, arguments);
                    });
        }

        /** Contexts that were made, and have not been closed. */
        public final List<FakeContext> made = new ArrayList<>();

        public Map<String, String> problems = Map.of();

        @Override
        public Map<String, String> contextProblems() {
            return problems;
        }

        @Override
        public List<Worker> workers() {
            return workers;
        }

        public List<DeviceReport> devices = List.of();
        public List<Worker> coming = List.of();

        @Override
        public List<DeviceReport> devices() {
            return devices;
        }

        @Override
        public List<Worker> rescanDevices() {
            List<Worker> came = coming;
            workers = Stream.concat(workers.stream(), came.stream()).toList();
            coming = List.of();
            return came;
        }

        public List<PolicyDescription> policies = List.of(
                new PolicyDescription("eager", "one queue", List.of(), "org.asterism.policy.eager 1"),
                new PolicyDescription(
                        "picky", "refuses", List.of("taste (fine): what it likes"), "org.example.picky 2"),
                new PolicyDescription("prio", "by priority", List.of(), "org.asterism.policy.prio 1"));

        @Override
        public List<PolicyDescription> policies() {
            return policies;
        }

        @Override
        public Clock clock() {
            return simulation.isPresent() ? () -> submitted * KERNEL_NANOS : Clock.system();
        }

        private void tellOf(Task task) {
            long begin = submitted * KERNEL_NANOS;
            observers.forEach(observer -> observer.submitted(task));
            observers.forEach(observer -> observer.executed(task, workers.getFirst(), begin, begin + KERNEL_NANOS));
        }

        @Override
        public void waitAll() {}

        @Override
        public boolean waitAll(Duration time) {
            return true;
        }

        @Override
        public TaskOverview tasks(SchedulingContext context, int mostWaiting) {
            ContextLoad load = context.load();
            return new TaskOverview(load.submitted(), 0, load.ready(), 0, load.done(), 0, 0, List.of());
        }

        @Override
        public TaskOverview tasks(int mostWaiting) {
            return new TaskOverview(
                    overview.submitted(),
                    overview.blocked(),
                    overview.ready(),
                    overview.running(),
                    overview.done(),
                    overview.failed(),
                    overview.cancelled(),
                    overview.oldestWaiting().stream().limit(mostWaiting).toList(),
                    overview.overdue());
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public String name() {
            return DEFAULT;
        }

        @Override
        public ContextState state() {
            return policy == null ? ContextState.PARKED : ContextState.ACTIVE;
        }

        @Override
        public Optional<String> policy() {
            return Optional.ofNullable(policy);
        }

        @Override
        public String wantedPolicy() {
            return policy == null ? "gone" : policy;
        }

        @Override
        public Map<String, String> wantedPolicyProperties() {
            return Map.of();
        }

        @Override
        public Optional<String> fallbackPolicy() {
            return Optional.of("eager");
        }

        @Override
        public Optional<String> trouble() {
            return trouble;
        }

        @Override
        public void usePolicy(String name, Map<String, String> properties) {
            requirePolicy(name);
            if (name.equals("picky") && !properties.isEmpty()) {
                throw new PolicyRefusedException(name, "unknown property " + properties.keySet(), null);
            }
            uses.add(name + properties + "@" + submitted);
            policy = name;
        }

        private void requirePolicy(String name) {
            List<String> names =
                    policies().stream().map(PolicyDescription::name).toList();
            if (!names.contains(name) && !further.contains(name)) {
                throw new UnknownPolicyException(name, names);
            }
        }

        public Optional<TreeView> tree = Optional.empty();

        /** Policies that are not listed. */
        public final List<String> further = new ArrayList<>();

        @Override
        public Optional<TreeView> tree() {
            return tree;
        }

        @Override
        public long policyChanges() {
            return uses.size();
        }

        @Override
        public long heldOffNanos() {
            return 0;
        }

        @Override
        public SchedulingContext context(String name) {
            throw new AssertionError("not asked for");
        }

        @Override
        public SchedulingContext createContext(ContextDescription description) {
            if (contexts().stream().anyMatch(each -> each.name().equals(description.name()))) {
                throw new IllegalArgumentException("there is a context '" + description.name() + "' already");
            }
            requirePolicy(description.policy());
            FakeContext fresh = new FakeContext(this, description);
            fresh.addWorkers(workers(description.workers()));
            made.add(fresh);
            return fresh;
        }

        @Override
        public List<Worker> workers(WorkerSelection selection) {
            return switch (selection) {
                case WorkerSelection.All all -> workers;
                case WorkerSelection.None none -> List.of();
                case WorkerSelection.Named named -> {
                    List<String> known = workers.stream().map(Worker::name).toList();
                    if (!known.containsAll(named.names())) {
                        throw new IllegalArgumentException(
                                "there is no such worker as " + named + "; there are " + known);
                    }
                    yield workers.stream()
                            .filter(worker -> named.names().contains(worker.name()))
                            .toList();
                }
                default -> throw new AssertionError("not asked for: " + selection);
            };
        }

        @Override
        public ContextDescription description() {
            return ContextDescription.named(name());
        }

        @Override
        public Optional<SchedulingContext> parent() {
            return Optional.empty();
        }

        @Override
        public void addWorkers(Collection<? extends Worker> added) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void removeWorkers(Collection<? extends Worker> removed) {
            workers = workers.stream().filter(each -> !removed.contains(each)).toList();
        }

        @Override
        public ContextLoad load() {
            loadReadings++;
            return load;
        }

        public volatile int loadReadings;
        public ContextLoad load = new ContextLoad(0, 0, 0, 0, 0, 0, Map.of(), 0);

        @Override
        public long createdNanoTime() {
            return 0;
        }

        @Override
        public SchedulingContext createContext(String name, String policyName, Predicate<? super Worker> wanted) {
            throw new AssertionError("not asked for");
        }

        @Override
        public List<MemoryNode> memoryNodes() {
            return nodes;
        }

        @Override
        public Tags tags() {
            throw new AssertionError("not asked for");
        }

        @Override
        public TaskBundle bundle(String name) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void pause() {
            throw new AssertionError("not asked for");
        }

        @Override
        public void resume() {
            throw new AssertionError("not asked for");
        }

        @Override
        public boolean isPaused() {
            return false;
        }

        @Override
        public void waitUntilAtMost(long tasks) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void limitSubmitted(long goOn, long most) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void onFailure(FailureMode mode) {
            throw new AssertionError("not asked for");
        }
    }

    private record FakeTask(FakeRuntime runtime, Codelet codelet, List<Consumer<? super Task>> callbacks) {
        FakeTask(FakeRuntime runtime, Codelet codelet) {
            this(runtime, codelet, new ArrayList<>());
        }

        @SuppressWarnings("unchecked")
        Task task() {
            Task[] self = new Task[1];
            self[0] = partly(
                    Task.class,
                    Map.of(
                            "onCompletion",
                            arguments -> {
                                callbacks.add((Consumer<? super Task>) arguments[0]);
                                return self[0];
                            },
                            "submit",
                            arguments -> {
                                runtime.tellOf(self[0]);
                                runtime.submitted++;
                                callbacks.forEach(callback -> callback.accept(self[0]));
                                return self[0];
                            },
                            "state",
                            arguments -> TaskState.DONE,
                            "id",
                            arguments -> runtime.submitted + 1,
                            "codelet",
                            arguments -> codelet,
                            "footprint",
                            arguments -> 0,
                            "flops",
                            arguments -> 1e6,
                            "implementation",
                            arguments -> 0,
                            "dataCount",
                            arguments -> 0));
            return self[0];
        }
    }

    /** A codelet that does nothing. */
    public static Codelet nothing() {
        return Codelet.named("nothing").access().cpu(kernel -> {}).build();
    }

    /** The words of a command line. */
    public static List<Object> words(String... words) {
        return new ArrayList<>(Arrays.asList(words));
    }
}
