package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.tree.Assembler;
import org.asterism.policy.modular.internal.tree.Grouping;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.policy.modular.internal.tree.Plan;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * A tree of components as a policy: tasks are pushed to the root and come out at the workers' components. When workers come or go, the
 * tree is put together anew around the components that stay; tasks that were kept in those that go begin anew at the root.
 *
 * <p>Each task is stamped with its place in the order of pushes, which it keeps for as long as it is in the policy. A task that no
 * worker of the tree can execute is kept aside until workers come or go.
 */
public final class TreePolicy implements SchedulingPolicy {
    private final String name;
    private final TreeDescription description;
    private final PolicyContext context;
    private final Runnable onClose;
    private final Assembler assembler;
    private final AtomicLong stamps = new AtomicLong();
    private final Aside aside = new Aside();

    /** Whether there was a task that not every worker of its architectures can execute: who can may change with the workers. */
    private volatile boolean hasRestricted;

    private volatile Tree tree = Tree.EMPTY;

    // The same, for the hot path: replaced while nobody is within.
    private Node root;
    private long architectures;

    /**
     * A policy without workers.
     *
     * @param name the name that the tree is declared under
     * @param description what the plan was made of
     * @param plan what to build
     * @param grouping how workers lie together
     * @param context what it may ask of the core
     * @param onClose is run when the policy is closed
     */
    public TreePolicy(
            String name,
            TreeDescription description,
            Plan plan,
            Grouping grouping,
            PolicyContext context,
            Runnable onClose) {
        this.name = name;
        this.description = description;
        this.onClose = onClose;
        this.context = context;
        assembler = new Assembler(plan, grouping, context, this::enter);
    }

    // Workers.

    @Override
    public void addWorkers(List<Worker> workers) {
        List<Worker> all = new ArrayList<>(tree.workers().list());
        all.addAll(workers);
        rebuild(all);
        all.forEach(context::wake);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        List<Worker> left = new ArrayList<>(tree.workers().list());
        left.removeAll(workers);
        rebuild(left);
        left.forEach(context::wake);
    }

    private void rebuild(List<Worker> workers) {
        Tree before = tree;
        Tree after = assembler.assemble(workers, before);
        List<Task> tasks = aside.takeAll();
        boolean isFewer = (before.workers().architectureSet() & ~after.workers().architectureSet()) != 0;
        // What nobody can execute any more would stand in the way of others, in stores that look at their first task
        // only.
        boolean empties = isFewer || hasRestricted;
        Set<Node> staying = new HashSet<>(after.nodes());
        for (Node node : before.nodes()) {
            boolean goes = !staying.contains(node);
            if (goes || empties) {
                node.component().drain(tasks::add);
            }
            if (goes) {
                node.component().close();
            }
        }
        install(after);
        Assembler.announce(after);
        sort(tasks);
        tasks.forEach(this::enter);
    }

    private void install(Tree changed) {
        tree = changed;
        root = changed.root();
        architectures = changed.workers().architectureSet();
    }

    private void sort(List<Task> tasks) {
        tasks.sort(Comparator.comparingLong(context::stamp));
    }

    // Tasks.

    @Override
    public void push(Task task) {
        context.stamp(task, stamps.getAndIncrement());
        enter(task);
    }

    private void enter(Task task) {
        if ((task.architectureSet() & architectures) == 0) {
            aside.add(task);
            return;
        }
        if (task.isRestricted()) {
            enterRestricted(task);
            return;
        }
        if (!root.component().push(task)) {
            throw new IllegalStateException("component '" + root.name() + "' refused " + task
                    + "; it is the root of the tree, and must take every task that a worker below can execute");
        }
    }

    private void enterRestricted(Task task) {
        if (!hasRestricted) {
            hasRestricted = true;
        }
        WorkerSet workers = tree.workers();
        if (!workers.canExecute(task)) {
            aside.add(task);
        } else if (!root.component().push(task)) {
            if (workers.canExecute(task)) {
                throw new IllegalStateException("component '" + root.name() + "' refused " + task
                        + "; it is the root of the tree, and must take every task that a worker below can execute");
            }
            aside.add(task); // it could be executed a moment ago
        }
    }

    @Override
    public Task pop(Worker worker) {
        WorkerComponent end = tree.end(worker);
        return end == null ? null : end.take();
    }

    @Override
    public void beforeExecution(Task task, Worker worker) {
        WorkerComponent end = tree.end(worker);
        if (end != null) {
            end.begins(task);
        }
    }

    @Override
    public void afterExecution(Task task, Worker worker) {
        WorkerComponent end = tree.end(worker);
        if (end != null) {
            end.ended(task);
        }
    }

    @Override
    public void schedule() {
        List<Node> nodes = tree.nodes();
        for (int index = 0; index < nodes.size(); index++) {
            nodes.get(index).component().schedule();
        }
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        List<Task> tasks = aside.takeAll();
        for (Node node : tree.nodes()) {
            node.component().drain(tasks::add);
        }
        sort(tasks);
        tasks.forEach(sink);
    }

    @Override
    public void close() {
        Tree last = tree;
        install(Tree.EMPTY);
        for (Node node : last.nodes()) {
            node.component().close();
        }
        onClose.run();
    }
}
