package org.asterism.components.modular.workstealing.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;

/**
 * Component that keeps separate tasks for each child. A task that a worker below pushes stays with the worker's own
 * child. All other tasks go to the children in turn. A child takes its oldest task of the highest priority. If it has
 * none, it steals the newest task of the highest priority from another child, beginning with the nearest.
 *
 * <p>When to use: many small tasks on similar workers. Children share nothing but stolen tasks.
 *
 * <p>After Blumofe and Leiserson, "Scheduling multithreaded computations by work stealing" (Journal of the ACM 46,
 * 1999). In contrast to it, queues are ordered by priority and the owner takes its oldest task, as StarPU documents its
 * component of this name. In StarPU's code the owner takes its newest task, and a worker that pushes needs its own push
 * function.
 */
final class WorkStealingComponent extends SchedulingComponent {
    private final PolicyContext policy;

    /** Tasks that no worker can execute. */
    private final TaskStore unclaimed;

    /** Place of the child that received the last task in turn: a hint that threads may overwrite. */
    private volatile int lastDealt = -1;

    // Changes with the tree only.
    private Hands hands = new Hands(List.of());
    private double speed = 1;

    WorkStealingComponent(ComponentContext context) {
        super(context);
        context.parameters().allowOnly();
        policy = context.policy();
        unclaimed = new TaskStore(policy, Task::priority);
    }

    /** Distributes again the tasks of children that were removed, and those that no worker could execute. */
    @Override
    public void changed() {
        List<Task> orphaned = new ArrayList<>();
        Map<SchedulingComponent, List<Task>> kept = new IdentityHashMap<>();
        context().children().forEach(child -> kept.put(child, new ArrayList<>()));
        for (Hand hand : hands.all) {
            hand.takeAll(kept.getOrDefault(hand.child, orphaned)::add);
        }
        unclaimed.takeAll(orphaned::add);
        hands = new Hands(context().children().stream()
                .map(child -> new Hand(child, policy))
                .toList());
        for (Hand hand : hands.all) {
            kept.get(hand.child).forEach(hand::add);
        }
        speed = context().workersInContext().list().stream()
                .mapToDouble(worker -> policy.predictor().relativeSpeed(worker))
                .average()
                .orElse(1);
        orphaned.sort(Comparator.comparingLong(policy::stamp));
        orphaned.forEach(this::push);
    }

    // Pushing.

    @Override
    public boolean push(Task task) {
        context().stored(task);
        Worker self = policy.currentWorker();
        Hand own = self == null ? null : hands.of(self);
        if (own != null && self.canExecute(task)) {
            own.add(task);
            tellChildren(task);
            return true;
        }
        Hand next = nextFor(task);
        if (next == null) {
            unclaimed.add(task);
            tellChildren(task);
            return true;
        }
        next.add(task);
        if (!next.child.canPull(task)) {
            tellChildren(task);
        }
        return true;
    }

    /** Returns the next child in turn with a worker that can execute a task, or null if there is none. */
    private Hand nextFor(Task task) {
        Hand[] all = hands.all;
        int next = lastDealt + 1;
        for (int offset = 0; offset < all.length; offset++) {
            int place = (next + offset) % all.length;
            if (all[place].workers.canExecute(task)) {
                lastDealt = place;
                return all[place];
            }
        }
        return null;
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        Hand hand = handOf(to);
        boolean pushed = pushKept(hand);
        if ((pushed || storedTasks() == 0) && tellParents()) {
            pushed |= pushKept(hand);
        }
        return pushed;
    }

    /** Pushes tasks to a child until it refuses them: its own, then stolen ones. */
    private boolean pushKept(Hand hand) {
        boolean pushed = hand.pushOwn(this::wakeOneBelow);
        List<Worker> workers = hand.workers.list();
        for (int index = 0; index < workers.size(); index++) {
            Task stolen = steal(hand, workers.get(index));
            while (stolen != null && hand.child.push(stolen)) {
                pushed = true;
                stolen = steal(hand, workers.get(index));
            }
            if (stolen != null) {
                hand.putBack(stolen);
                // Other workers may have missed the task while this thread held it, and may steal it.
                wakeOneBelow(stolen);
                return pushed;
            }
        }
        return pushed;
    }

    private Hand handOf(SchedulingComponent child) {
        Hand hand = hands.of(child);
        if (hand == null) {
            throw new IllegalArgumentException(child + " is no child of " + this + ", which has "
                    + context().children());
        }
        return hand;
    }

    // Pulling.

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        Hand hand = handOf(to);
        Task task = find(hand, worker);
        if (task == null && !context().parents().isEmpty()) {
            task = pullFromParents(worker);
            if (task == null && tellParents()) {
                task = find(hand, worker);
            }
        }
        return task;
    }

    /** Takes a task for a worker: from its own child, from another child, or one that no child could execute before. */
    private Task find(Hand hand, Worker worker) {
        Task task = hand.takeFor(worker);
        return task != null ? task : steal(hand, worker);
    }

    private Task steal(Hand hand, Worker worker) {
        for (Hand victim : hand.victims(hands)) {
            Task task = victim.stealFor(worker);
            if (task != null) {
                return task;
            }
        }
        return unclaimed.isEmpty() ? null : unclaimed.takeFor(worker);
    }

    // Estimates.

    /** Assumes that the stored tasks fill the gaps between the ends of the workers below. */
    @Override
    public long estimatedEnd() {
        return estimatedEndWith(expectedNanos());
    }

    /** Adds the stored tasks, as if workers of average speed ran them. */
    @Override
    public double estimatedLoad() {
        return super.estimatedLoad() + storedTasks() / speed;
    }

    @Override
    public long storedTasks() {
        long sum = unclaimed.size();
        for (Hand hand : hands.all) {
            sum += hand.size();
        }
        return sum;
    }

    @Override
    public long expectedNanos() {
        long sum = 0;
        for (Hand hand : hands.all) {
            sum += hand.nanos();
        }
        return sum;
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        List<Task> all = new ArrayList<>();
        for (Hand hand : hands.all) {
            hand.takeAll(all::add);
        }
        unclaimed.takeAll(all::add);
        all.sort(Comparator.comparingLong(policy::stamp));
        all.forEach(sink);
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean isReservoir() {
        return true;
    }

    @Override
    public boolean isPump() {
        return true;
    }
}
