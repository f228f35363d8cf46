package org.asterism.policy.modular.internal.policy;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.TreeView;
import org.asterism.policy.modular.internal.language.DescriptionWriter;
import org.asterism.policy.modular.internal.tree.Assembler;
import org.asterism.policy.modular.internal.tree.Grouping;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.policy.modular.internal.tree.Plan;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Policy that is a tree of components: tasks enter at the root and leave at the workers' components. When workers
 * change, the tree is rebuilt around the remaining components. Tasks of removed components start again at the root.
 *
 * <p>Each task has a stamp with its place in the order of pushes, which it keeps as long as it is in the policy. A task
 * that no worker of the tree can execute is put aside until the workers change.
 *
 * <p>If a component throws an exception or breaks a rule for tasks, this policy throws an exception with the
 * component's name. The core then replaces the policy by the fallback policy.
 */
public sealed class TreeOfComponents implements SchedulingPolicy permits TreePolicy {
    private final String name;
    private final TreeDescription description;
    private final PolicyContext context;
    private final Runnable onClose;
    private final Assembler assembler;
    private final Traffic traffic = new Traffic();
    private final Entrance entrance;
    private final Stillness stillness;

    /**
     * Whether a task ever arrived that only some workers of its architectures can execute. For such a task, the capable
     * workers may change.
     */
    private volatile boolean hasRestricted;

    /** Whether all workers had found nothing at the last search, and no worker has found a task since. */
    private volatile boolean isQuiet;

    /** Number of pushes at the last call of {@link #schedule}, if components wait for it; otherwise the maximum. */
    private volatile long scheduled = Long.MAX_VALUE;

    /** Whether {@link #schedule} was called, so that components that are added later must not collect tasks first. */
    private volatile boolean isTold;

    private volatile Tree tree = Tree.EMPTY;
    private int rounds;

    /**
     * Creates a policy without workers.
     *
     * @param name name of the declared tree
     * @param description description from which the plan was made
     * @param plan plan of the tree
     * @param grouping grouping of the workers
     * @param context services of the core
     * @param onClose runs when the policy is closed
     */
    TreeOfComponents(
            String name,
            TreeDescription description,
            Plan plan,
            Grouping grouping,
            PolicyContext context,
            Runnable onClose) {
        this.name = name;
        this.description = description;
        this.context = context;
        this.onClose = onClose;
        entrance = new Entrance(context, traffic.tag());
        assembler = new Assembler(plan, grouping, context, entrance);
        stillness = new Stillness(context, traffic);
    }

    // Workers.

    @Override
    public void addWorkers(List<Worker> workers) {
        List<Worker> all = new ArrayList<>(tree.workers().list());
        all.addAll(workers);
        rebuild(all);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        List<Worker> left = new ArrayList<>(tree.workers().list());
        left.removeAll(workers);
        rebuild(left);
    }

    private void rebuild(List<Worker> workers) {
        Tree before = tree;
        Tree after = assembler.assemble(workers, before);
        try {
            List<Task> tasks = exchange(before, after);
            Assembler.announce(after);
            context.treeChanged(this);
            if (isTold) {
                tellComers(before, after);
            }
            sort(tasks);
            tasks.forEach(entrance::pushAgain);
        } catch (RuntimeException | Error thrown) {
            throw Blame.of(thrown, after, null);
        }
        workers.forEach(context::wake);
    }

    private static void tellComers(Tree before, Tree after) {
        Set<Node> known = new HashSet<>(before.nodes());
        for (Node node : after.nodes()) {
            if (!known.contains(node)) {
                node.component().schedule();
            }
        }
    }

    /**
     * Drains and closes the removed components, installs the new tree, and returns the tasks that need another place.
     */
    private List<Task> exchange(Tree before, Tree after) {
        List<Task> tasks = entrance.aside().takeAll();
        boolean isFewer = (before.workers().architectureSet() & ~after.workers().architectureSet()) != 0;
        // A task that no worker can execute any more would block other tasks in stores that check only their first
        // task.
        boolean empties = isFewer || hasRestricted;
        Set<Node> staying = new HashSet<>(after.nodes());
        for (Node node : before.nodes()) {
            if (empties || !staying.contains(node)) {
                node.component().drain(tasks::add);
            }
        }
        install(after);
        for (Node node : before.nodes()) {
            if (!staying.contains(node)) {
                if (node.component() instanceof WorkerComponent end) {
                    traffic.left(end);
                }
                node.close();
            }
        }
        return tasks;
    }

    private void install(Tree changed) {
        tree = changed;
        rounds = TreeViews.areas(changed) + 1;
        entrance.leadTo(changed);
        boolean waits = changed.nodes().stream().anyMatch(Node::waitsForSchedule);
        long pushes = isTold ? traffic.pushes() : 0;
        scheduled = waits ? pushes : Long.MAX_VALUE;
        isQuiet = false;
    }

    private void sort(List<Task> tasks) {
        tasks.sort(Comparator.comparingLong(context::stamp));
    }

    // Tasks.

    @Override
    public void push(Task task) {
        context.stamp(task, traffic.begin());
        if (task.isRestricted()) {
            if (!hasRestricted) {
                hasRestricted = true;
            }
            traffic.beginRestricted();
        }
        try {
            entrance.pushAgain(task);
        } catch (RuntimeException | Error thrown) {
            throw Blame.of(thrown, tree, null);
        }
        traffic.end();
        if (isQuiet) {
            wakeIfNobodyIsAwake(task);
        }
    }

    /** Wakes a worker if all are asleep, in case that no component announced the task, which may be lost. */
    private void wakeIfNobodyIsAwake(Task task) {
        for (Worker worker : tree.workers().list()) {
            if (worker.state() != WorkerState.SLEEPING) {
                return;
            }
        }
        context.wakeOneFor(task);
    }

    @Override
    public Task pop(Worker worker) {
        WorkerComponent own = tree.end(worker);
        if (own == null) {
            return null;
        }
        Task task;
        try {
            task = own.take();
            if (task == null && hasRestricted) {
                task = lookAmongUnfit(own);
            }
            if (task == null) {
                task = lookAgain(own);
            }
        } catch (RuntimeException | Error thrown) {
            throw Blame.of(thrown, tree, worker);
        }
        if (task != null && isQuiet) {
            isQuiet = false;
        }
        return task;
    }

    /**
     * Searches for restricted tasks that components keep for workers that cannot execute them any more, for example
     * after their bundle was placed. These tasks start again at the root.
     */
    private Task lookAmongUnfit(WorkerComponent own) {
        Tree now = tree;
        if (traffic.restrictedInside(now) <= entrance.aside().restricted()) {
            return null;
        }
        List<Task> unfit = new ArrayList<>();
        own.beginLook(); // these tasks are in no store meanwhile
        try {
            for (Node node : now.nodes()) {
                if (node.workersInContext().size() < now.workers().size()) {
                    node.component().giveBack(unfit::add);
                }
            }
            sort(unfit);
            unfit.forEach(entrance::pushAgain);
        } finally {
            own.endLook();
        }
        return unfit.isEmpty() ? null : own.take();
    }

    /** Finds out why a worker found nothing while all workers are idle. */
    private Task lookAgain(WorkerComponent own) {
        VarHandle.fullFence(); // if two workers find nothing at the same time, one sees the other
        Tree now = tree;
        List<WorkerComponent> ends = now.ends();
        for (int index = 0; index < ends.size(); index++) {
            if (!ends.get(index).isIdle()) {
                return null;
            }
        }
        isQuiet = true;
        long pushes = traffic.pushes();
        return inside(now) > 0 && scheduled >= pushes ? stillness.look(own, now, rounds, this::judge) : null;
    }

    /** Returns the number of tasks in the components. */
    private long inside(Tree now) {
        return traffic.inside(now) - entrance.aside().size();
    }

    private String judge() {
        Tree now = tree;
        long inside = inside(now);
        long restricted = traffic.restrictedInside(now) - entrance.aside().restricted();
        return StandStill.of(now, inside, inside - restricted);
    }

    /** Returns the component of a worker, or null if it is not in the tree. */
    final WorkerComponent end(Worker worker) {
        return tree.end(worker);
    }

    @Override
    public void schedule() {
        long pushes = traffic.pushes();
        Tree now = tree;
        isTold = true;
        try {
            for (Node node : now.nodes()) {
                node.component().schedule();
            }
        } catch (RuntimeException | Error thrown) {
            throw Blame.of(thrown, now, null);
        }
        if (scheduled < pushes) {
            scheduled = pushes;
        }
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        Tree now = tree;
        List<Task> tasks = entrance.aside().takeAll();
        try {
            for (Node node : now.nodes()) {
                node.component().drain(tasks::add);
            }
        } catch (RuntimeException | Error thrown) {
            throw Blame.of(thrown, now, null);
        }
        traffic.drained(now);
        sort(tasks);
        tasks.forEach(sink);
    }

    @Override
    public void close() {
        Tree last = tree;
        install(Tree.EMPTY);
        try {
            last.nodes().forEach(node -> node.close());
        } catch (RuntimeException | Error thrown) {
            throw Blame.of(thrown, last, null);
        } finally {
            onClose.run();
        }
    }

    @Override
    public Optional<TreeView> tree() {
        Tree now = tree;
        return Optional.of(new TreeView(
                name,
                DescriptionWriter.written(description),
                TreeViews.of(now, context.clock()),
                traffic.pushes(),
                traffic.taken(now)));
    }
}
