package org.asterism.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.PriorityRange;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.Worker;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.Relaxation;
import org.asterism.spi.policy.WorkerLock;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * Core services for a policy, with the core's rules. Only sleeping workers are woken. {@link #wakeOneFor} wakes no
 * worker for a task if the worker that {@link #runAs pushes} it will pop it next.
 *
 * <p>It counts the wake-ups. Thread-safe, except that only the test's thread calls {@link #setWorkers} and
 * {@link #onWake}.
 */
public final class FakePolicyContext implements PolicyContext {
    /** Worker for which the calling thread acts. After its push it will pop one task itself. */
    private static final class Pushing {
        private final FakeWorker worker;
        private boolean popsNext;

        Pushing(FakeWorker worker, boolean popsNext) {
            this.worker = worker;
            this.popsNext = popsNext;
        }
    }

    private static final float[] UNKNOWN = {0, 0};

    /**
     * A decision that the policy reported.
     *
     * @param worker the worker that it expects to run the task
     * @param start the expected start of the task, in nanoseconds of the clock
     * @param length the expected duration of the task, in nanoseconds
     * @param transfer the expected time for the transfer of the task's data, in nanoseconds
     * @param joules the expected energy of the task
     */
    public record Decision(Worker worker, double start, double length, double transfer, double joules) {}

    private final PolicyProperties properties;
    private final Clock clock;
    private final AtomicLong wakeUps = new AtomicLong();
    private final ThreadLocal<Pushing> current = new ThreadLocal<>();
    private final CopyOnWriteArrayList<FakeWorker> workers = new CopyOnWriteArrayList<>();
    private final FakePredictor predictor = new FakePredictor();
    private final Map<Task, Integer> chosen = new ConcurrentHashMap<>();
    private final Map<Task, float[]> predicted = new ConcurrentHashMap<>();
    private final Map<Task, Long> stamps = new ConcurrentHashMap<>();
    private final Map<Task, Decision> decisions = new ConcurrentHashMap<>();
    private final Map<Task, String> keepers = new ConcurrentHashMap<>();
    private final Map<Task, CombinedWorker> teams = new ConcurrentHashMap<>();
    private volatile List<CombinedWorker> combinations = List.of();
    private volatile DataPlacement placement = new FakePlacement();
    private volatile Function<? super Worker, Comparator<? super Worker>> nearest = worker -> (one, other) -> 0;
    private volatile PriorityRange priorities = PriorityRange.ANY;
    private volatile TaskGraph graph = (task, visitor) -> {};
    private volatile Optional<Topology> topology = Optional.empty();
    private final FakeWorkerLocks locks = new FakeWorkerLocks();
    private volatile Predicate<? super Worker> blocked = worker -> false;
    private volatile Consumer<? super FakeWorker> onWake = worker -> {};

    /**
     * Creates a context named {@code tck} without workers.
     *
     * @param properties properties of the policy
     * @param clock clock of the policy
     */
    public FakePolicyContext(Map<String, String> properties, Clock clock) {
        this.properties = new PolicyProperties(properties);
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * Replaces the context's workers. The caller informs the policy.
     *
     * @param changed workers, in the order of their ids
     */
    public void setWorkers(List<FakeWorker> changed) {
        workers.clear();
        workers.addAll(changed);
    }

    /**
     * Sets the action for each woken worker. It runs on the waking thread, before the waking call returns.
     *
     * @param action receives the worker, which is already awake
     */
    public void onWake(Consumer<? super FakeWorker> action) {
        onWake = Objects.requireNonNull(action, "action");
    }

    /**
     * Runs an action as a worker, for instance pushing the tasks that its last task released. The first pushed task
     * that the worker can execute wakes no worker, because the worker itself will pop it; the others do.
     *
     * @param worker worker that the calling thread is meanwhile; it must pop next
     * @param action action of the worker
     */
    public void runAs(FakeWorker worker, Runnable action) {
        popAs(new Pushing(worker, true), () -> {
            action.run();
            return null;
        });
    }

    /**
     * Pops as a worker: for the policy, the calling thread is that worker.
     *
     * @param <T> type of the result
     * @param worker worker that the calling thread is meanwhile
     * @param pop action that pops
     * @return result of the action
     */
    public <T> T popAs(FakeWorker worker, Supplier<? extends T> pop) {
        return popAs(new Pushing(worker, false), pop);
    }

    /** Runs like {@link #popAs}, but without locking the worker, so that several threads can act as the same one. */
    <T> T playAs(FakeWorker worker, Supplier<? extends T> pop) {
        Pushing before = current.get();
        current.set(new Pushing(worker, false));
        try {
            return pop.get();
        } finally {
            current.set(before);
        }
    }

    /**
     * Makes the calling thread act as a worker. No other thread can lock the worker meanwhile unless the thread
     * relaxes.
     */
    private <T> T popAs(Pushing pushing, Supplier<? extends T> action) {
        Pushing before = current.get();
        int relaxed = before == null ? 0 : locks.relax(before.worker); // for a test that acts as two workers at once
        current.set(pushing);
        locks.enter(pushing.worker);
        try {
            return action.get();
        } finally {
            locks.leave(pushing.worker);
            current.set(before);
            if (before != null) {
                locks.goOn(before.worker, relaxed);
            }
        }
    }

    /**
     * Returns how many sleeping workers were woken.
     *
     * @return number since the creation of the context
     */
    public long wakeUps() {
        return wakeUps.get();
    }

    /**
     * Sets the range of priorities that the policy sees.
     *
     * @param range any range
     */
    public void setPriorities(PriorityRange range) {
        priorities = range;
    }

    @Override
    public PriorityRange priorities() {
        return priorities;
    }

    @Override
    public String contextName() {
        return "tck";
    }

    @Override
    public PolicyProperties properties() {
        return properties;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(workers);
    }

    @Override
    public Worker currentWorker() {
        Pushing pushing = current.get();
        return pushing == null || !workers.contains(pushing.worker) ? null : pushing.worker;
    }

    @Override
    public boolean wake(Worker worker) {
        FakeWorker woken = (FakeWorker) worker;
        if (!woken.wakeUp()) {
            return false;
        }
        wakeUps.incrementAndGet();
        onWake.accept(woken);
        return true;
    }

    @Override
    public WorkerLock lock(Worker worker) {
        return locks.lock((FakeWorker) worker, self());
    }

    @Override
    public WorkerLock tryLock(Worker worker) {
        return locks.tryLock((FakeWorker) worker, self());
    }

    @Override
    public Relaxation relax() {
        FakeWorker self = self();
        if (self == null) {
            return Relaxation.NONE;
        }
        int relaxed = locks.relax(self);
        return () -> locks.goOn(self, relaxed);
    }

    private FakeWorker self() {
        Pushing pushing = current.get();
        return pushing == null ? null : pushing.worker;
    }

    /**
     * Sets which workers are away with a team; by default none.
     *
     * @param away returns whether a worker is away
     */
    public void setBlockedInParallel(Predicate<? super Worker> away) {
        blocked = Objects.requireNonNull(away, "away");
    }

    @Override
    public boolean isBlockedInParallel(Worker worker) {
        return blocked.test(worker);
    }

    @Override
    public boolean wakeOneFor(Task task) {
        Pushing pushing = current.get();
        if (pushing != null && pushing.popsNext && pushing.worker.canExecute(task)) {
            pushing.popsNext = false;
            return false;
        }
        for (FakeWorker worker : workers) {
            if (worker.canExecute(task) && wake(worker)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void wakeSomeFor(Task task, int most) {
        Pushing pushing = current.get();
        int left = most;
        for (FakeWorker worker : workers) {
            if (left > 0 && (pushing == null || worker != pushing.worker) && worker.canExecute(task) && wake(worker)) {
                left--;
            }
        }
    }

    @Override
    public DataPlacement placement() {
        return placement;
    }

    /**
     * Sets the data placement. By default, all data are in main memory, and there is no other memory. Call this before
     * the policy is created.
     *
     * @param known new placement
     */
    public void setPlacement(DataPlacement known) {
        placement = Objects.requireNonNull(known, "known");
    }

    /**
     * Sets the task graph; by default there are no dependencies.
     *
     * @param known the graph
     */
    public void setGraph(TaskGraph known) {
        graph = Objects.requireNonNull(known, "known");
    }

    /**
     * Returns the implementation that the policy has chosen for a task.
     *
     * @param task any task
     * @return number of the implementation; 0 if the policy has chosen none
     */
    public int chosen(Task task) {
        return chosen.getOrDefault(task, 0);
    }

    @Override
    public FakePredictor predictor() {
        return predictor;
    }

    @Override
    public TaskGraph graph() {
        return (task, visitor) -> graph.forEachSuccessor(task, visitor);
    }

    @Override
    public void choose(Task task, int implementation) {
        chosen.put(task, implementation);
    }

    /**
     * Sets the combinations of workers; by default there are none.
     *
     * @param combined combinations; the policy sees those whose members are all in the context
     */
    public void setCombinedWorkers(List<CombinedWorker> combined) {
        combinations = List.copyOf(combined);
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        return combinations.stream()
                .filter(combined -> workers.containsAll(combined.members()))
                .toList();
    }

    @Override
    public void team(Task task, CombinedWorker combined) {
        if (combined == null) {
            teams.remove(task);
        } else {
            teams.put(task, combined);
        }
    }

    /**
     * Returns the combination that the policy has chosen for a task.
     *
     * @param task any task
     * @return the combination, or null if one worker runs the task alone
     */
    public CombinedWorker team(Task task) {
        return teams.get(task);
    }

    @Override
    public void predict(Task task, float nanos, float transferNanos) {
        predicted.put(task, new float[] {nanos, transferNanos});
    }

    @Override
    public float predictedNanos(Task task) {
        return predicted.getOrDefault(task, UNKNOWN)[0];
    }

    @Override
    public float predictedTransferNanos(Task task) {
        return predicted.getOrDefault(task, UNKNOWN)[1];
    }

    @Override
    public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
        decisions.put(task, new Decision(worker, start, length, transfer, joules));
    }

    @Override
    public void stored(Task task, String component) {
        keepers.put(task, component);
    }

    /**
     * Returns the component that reported last that it keeps a task.
     *
     * @param task any task
     * @return the component's name; empty if none has reported the task
     */
    public Optional<String> keeper(Task task) {
        return Optional.ofNullable(keepers.get(task));
    }

    /**
     * Returns the decision that the policy reported last about a task.
     *
     * @param task any task
     * @return empty if the policy has reported none
     */
    public Optional<Decision> decision(Task task) {
        return Optional.ofNullable(decisions.get(task));
    }

    @Override
    public void stamp(Task task, long number) {
        stamps.put(task, number);
    }

    @Override
    public long stamp(Task task) {
        return stamps.getOrDefault(task, 0L);
    }

    /**
     * Sets the distances between workers; by default all are equal.
     *
     * @param order returns the order of workers by their distance from a worker, which comes first
     */
    public void setNearest(Function<? super Worker, Comparator<? super Worker>> order) {
        nearest = Objects.requireNonNull(order, "order");
    }

    /** Returns the worker itself and the others, ordered by id unless the test sets another order. */
    @Override
    public List<Worker> nearest(Worker worker) {
        List<Worker> sorted = new ArrayList<>(workers());
        sorted.remove(worker);
        sorted.sort(nearest.apply(worker));
        sorted.addFirst(worker);
        return sorted;
    }

    /**
     * Sets the topology of the machine; by default it is unknown.
     *
     * @param known topology; the workers' properties name their processing units and devices
     */
    public void setTopology(Topology known) {
        topology = Optional.of(known);
    }

    @Override
    public Optional<Topology> topology() {
        return topology;
    }

    @Override
    public Optional<TopologyObject> topologyObject(Worker worker) {
        return topology.flatMap(machine -> machine.objectOf(worker));
    }

    @Override
    public long seed() {
        return 42;
    }
}
