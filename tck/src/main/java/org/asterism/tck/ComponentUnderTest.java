package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.component.WorkerSet;
import org.asterism.tck.TaskAccount.Place;

/** Component with parents, children and workers from the test, and the account of the tasks. */
final class ComponentUnderTest implements AutoCloseable {
    /** Kinds of children. */
    enum Below {
        /** Stores with little room, with workers below them. */
        STORES,
        /** Stand-ins for workers: a task that is pushed to them is pushed to a worker. */
        WORKERS
    }

    private static final int STORE_ROOM = 2;

    final FakePolicyContext policy;
    final TaskAccount account = new TaskAccount();
    final FakeComponentContext place;
    final SchedulingComponent component;
    final List<FakeParent> parents = new ArrayList<>();
    final List<FakeComponentContext> childPlaces = new ArrayList<>();
    final List<FakeWorker> workers = new ArrayList<>();
    private final List<FakeComponentContext> parentPlaces = new ArrayList<>();
    private final List<FakeTask> returned = new ArrayList<>();
    private final SchedulingComponentContract contract;
    private final Below below;
    private final long seed;
    private volatile Visits visits = call -> {};
    private final AtomicLong tasks = new AtomicLong();
    private int childrenEver;
    private int workersEver;

    ComponentUnderTest(SchedulingComponentContract contract, Below below, Clock clock, long seed, int parentCount) {
        this(contract, contract.factory(), below, clock, seed, parentCount);
    }

    ComponentUnderTest(
            SchedulingComponentContract contract,
            SchedulingComponentFactory factory,
            Below below,
            Clock clock,
            long seed,
            int parentCount) {
        this.contract = contract;
        this.below = below;
        this.seed = seed;
        policy = new FakePolicyContext(Map.of(), clock);
        policy.predictor()
                .times((task, worker, implementation) ->
                        1_000_000 * (1 + (task.id() * 31 + worker.architecture().index() * 7) % 13));
        policy.predictor().whenAsked(() -> at("the predictor"));
        contract.prepare(policy);
        account.seed(seed);
        place = new FakeComponentContext("under-test", contract.parameters(), policy, factory::create);
        component = place.component();
        for (int index = 0; index < parentCount; index++) {
            FakeComponentContext parent = new FakeComponentContext(
                    "parent-" + index, Map.of(), policy, context -> new FakeParent(context, account, this::at));
            parent.above(place);
            parentPlaces.add(parent);
            parents.add((FakeParent) parent.component());
        }
    }

    private void at(String call) {
        visits.at(call);
    }

    /** Sets the listener for calls of the component. */
    void visits(Visits some) {
        visits = some;
    }

    /** Adds children with workers below the component: one worker per architecture. */
    ComponentUnderTest with(Architecture... architectures) {
        List<FakeWorker> added = new ArrayList<>();
        for (Architecture architecture : architectures) {
            int node = architecture == Architecture.CPU ? 0 : 1;
            added.add(new FakeWorker(workersEver++, architecture, node));
        }
        workers.addAll(added);
        List<String> branches = component.branches();
        int count = branches.isEmpty() ? Math.min(component.mostChildren(), added.size()) : branches.size();
        boolean each = branches.isEmpty() && count > 1 && !contract.everyChildHasAllWorkers();
        for (int index = 0; index < count; index++) {
            FakeComponentContext child = newChild();
            if (branches.isEmpty()) {
                place.above(child);
            } else {
                place.above(branches.get(index), child);
            }
            List<FakeWorker> its = new ArrayList<>();
            for (int worker = 0; worker < added.size(); worker++) {
                if (!each || worker % count == index) {
                    its.add(added.get(worker));
                }
            }
            child.workers(its);
        }
        tellWorkers();
        return this;
    }

    /**
     * Combines all present processor cores. The combination has its own child if the component chooses among arbitrary
     * children.
     */
    ComponentUnderTest withCombined() {
        CombinedWorker together = new CombinedWorker(
                "",
                workers.stream()
                        .filter(worker -> worker.architecture() == Architecture.CPU)
                        .toList());
        place.combined(List.of(together));
        if (component.branches().isEmpty() && childPlaces.size() > 1 && !contract.everyChildHasAllWorkers()) {
            FakeComponentContext child = newChild();
            place.above(child);
            child.combined(List.of(together)).workers(List.of());
        } else {
            childPlaces.forEach(child ->
                    child.combined(List.of(together)).workers(child.workers().list()));
        }
        tellWorkers();
        return this;
    }

    private FakeComponentContext newChild() {
        long own = seed + childrenEver;
        FakeComponentContext child = new FakeComponentContext(
                "child-" + childrenEver++,
                Map.of(),
                policy,
                context -> new FakeChild(context, account, this::at, below == Below.STORES, own));
        if (below == Below.STORES) {
            ((FakeChild) child.component()).room(STORE_ROOM);
        }
        childPlaces.add(child);
        return child;
    }

    /** Removes all children and workers. Their tasks return to the parent. */
    void withoutChildren() {
        for (FakeComponentContext child : List.copyOf(childPlaces)) {
            remove(child);
        }
        workers.clear();
        tellWorkers();
    }

    /** Removes a child with its workers. Its tasks return to the parent. */
    void withoutChild(int index) {
        FakeComponentContext child = childPlaces.get(index);
        remove(child);
        workers.removeIf(worker -> child.workers().contains(worker)
                && childPlaces.stream().noneMatch(other -> other.workers().contains(worker)));
        tellWorkers();
    }

    private void remove(FakeComponentContext child) {
        place.without(child);
        childPlaces.remove(child);
        for (FakeTask task : ((FakeChild) child.component()).takeAll()) {
            account.move(task, Place.ABOVE, "there came back", Set.of(Place.BELOW));
            returned.add(task);
        }
    }

    /** Removes a worker from the context. It stays below the component, where a tree of another context may use it. */
    void leaveContext(FakeWorker worker) {
        List<FakeWorker> all = List.copyOf(workers);
        workers.remove(worker);
        for (FakeComponentContext child : childPlaces) {
            List<Worker> its = child.workers().list();
            child.workers(its, its.stream().filter(one -> one != worker).toList());
        }
        policy.setWorkers(workers);
        place.workers(all, workers);
    }

    /** Advances the time. */
    void pass(Duration time) {
        ((VirtualClock) policy.clock()).advance(time);
    }

    private void tellWorkers() {
        policy.setWorkers(workers);
        place.workers(workers);
        parentPlaces.forEach(parent -> parent.workers(workers));
        List<FakeTask> again = List.copyOf(returned);
        returned.clear();
        again.forEach(task -> parents.getFirst().keepReturned(task));
    }

    FakeParent parent() {
        return parents.getFirst();
    }

    List<FakeChild> children() {
        return childPlaces.stream().map(child -> (FakeChild) child.component()).toList();
    }

    FakeTask task(Codelet codelet, int priority) {
        FakeTask task = new FakeTask(tasks.incrementAndGet(), codelet, priority);
        policy.stamp(task, task.id());
        policy.predict(task, 1_000_000f, 0f);
        contract.prepare(task);
        return task;
    }

    FakeTask task(Codelet codelet, int priority, Predicate<? super Worker> allowed) {
        return task(codelet, priority).where((Worker worker) -> {
            at("the program's condition of a task");
            return allowed.test(worker);
        });
    }

    /** Creates a random task. Of three workers in a row, CPU, CUDA and CPU, at least one can execute it. */
    FakeTask anyTask(RandomGenerator random) {
        return anyTask(random, Codelets.any(random));
    }

    /** Creates a task of a codelet, with a random priority and restriction. */
    FakeTask anyTask(RandomGenerator random, Codelet codelet) {
        int priority = random.nextInt(-3, 4);
        return random.nextInt(5) == 0
                ? task(codelet, priority, worker -> worker.id() % 3 < 2)
                : task(codelet, priority);
    }

    /** Makes a worker search for a task, from each child above it. */
    FakeTask ask(FakeWorker worker) {
        return policy.playAs(worker, () -> find(worker));
    }

    private FakeTask find(FakeWorker worker) {
        for (FakeChild child : children()) {
            WorkerSet its = child.context().workersInContext();
            if (its.contains(worker)
                    || its.combined().stream().anyMatch(one -> one.leader().equals(worker))) {
                FakeTask task = child.next(worker);
                if (task != null) {
                    worker.countExecuted();
                    return task;
                }
            }
        }
        return null;
    }

    /** Makes all workers search in turn until none finds a task for a while. */
    int askAll() {
        int found = 0;
        for (int inVain = 0; inVain < 30; inVain++) {
            for (FakeWorker worker : workers) {
                if (ask(worker) != null) {
                    found++;
                    inVain = 0;
                }
            }
        }
        return found;
    }

    /** Drains the component. */
    List<FakeTask> drain() {
        List<FakeTask> drained = new ArrayList<>();
        component.drain(task -> {
            account.move(task, Place.OUT, "drain gave", Set.of(Place.INSIDE, Place.PULLED));
            drained.add((FakeTask) task);
        });
        return drained;
    }

    /** Returns the tasks in the component, while no method of it runs. */
    List<FakeTask> inside() {
        return account.at(Set.of(Place.INSIDE, Place.PULLED));
    }

    /** Fails with a description of the tasks that no worker received. */
    void expectNothingLeft(String when) {
        account.check();
        List<String> left =
                account.at(Set.of(Place.ABOVE, Place.OFFERED, Place.INSIDE, Place.PULLED, Place.BELOW)).stream()
                        .limit(10)
                        .map(task -> task + " (" + account.place(task) + ")")
                        .toList();
        assertEquals(List.of(), left, "tasks that no worker came by " + when + "; seed " + seed);
    }

    @Override
    public void close() {
        component.drain(task -> {});
        component.close();
    }
}
