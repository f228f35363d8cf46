package org.asterism.core.internal.runtime.staffing;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.asterism.api.ContextDescription;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextHome;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.spi.topology.Topology;

/**
 * Creates, changes and closes the contexts of a runtime, and moves workers between them, one change after the other.
 *
 * <p>{@link #moving} excludes other changes of memberships. It is held around calls of policies, as is each context's
 * own lock for changes, which is taken after it. No worker takes it within a scheduling operation.
 */
public final class Contexts {
    private final ContextHome home;
    private final Plugins plugins;
    private final ContextTree tree;
    private final WorkerAssignment assignment;
    private final Optional<String> fallbackPolicy;
    private final DelegableLock moving = new DelegableLock();
    private boolean ended;

    /** The contexts that are being made: of one at a time, but a policy that is made for it may make another. */
    private final List<Context> making = new CopyOnWriteArrayList<>();

    /**
     * Makes the first context.
     *
     * @param pool gives all workers of the runtime, but for those that are about to leave
     * @param machine asked where in it they are, when drivers do not say
     */
    public Contexts(
            ContextHome home,
            Plugins plugins,
            ContextDescription description,
            Supplier<List<? extends ContextWorker>> pool,
            Supplier<Optional<Topology>> machine) {
        WorkerSelector.refuseNonsense(description.workers());
        this.home = home;
        this.plugins = plugins;
        fallbackPolicy = description.fallbackPolicy();
        tree = new ContextTree(new Context(description, home, null));
        assignment = new WorkerAssignment(tree, pool, new MachineObjects(machine));
    }

    /** The context that is there from the start. */
    public Context first() {
        return tree.first();
    }

    /** All contexts, the first one first; as of now. */
    public List<Context> all() {
        return tree.all();
    }

    /** All contexts, also those that are being made: whose policies come and go. */
    public List<Context> withPolicies() {
        List<Context> unfinished =
                List.copyOf(making); // first, since one is among the others before it is none of these
        if (unfinished.isEmpty()) {
            return tree.all();
        }
        Set<Context> all = new LinkedHashSet<>(tree.all());
        all.addAll(unfinished);
        return List.copyOf(all);
    }

    /** Returns the nesting of the contexts. */
    public ContextTree tree() {
        return tree;
    }

    public Context named(String name) {
        return tree.named(name);
    }

    /** The workers that a selection means, of all that there are. */
    public List<Worker> select(WorkerSelection selection) {
        return assignment.select(selection);
    }

    /** Makes a context of some of the first one's workers. */
    public Context create(String name, String policy, Predicate<? super Worker> wanted) {
        return create(
                ContextDescription.named(name)
                        .withPolicy(policy)
                        .withFallbackPolicy(fallbackPolicy)
                        .withWorkers(new WorkerSelection.Chosen(wanted)),
                true,
                false);
    }

    /** Makes a context as it is described. */
    public Context create(ContextDescription description) {
        return create(description, false, false);
    }

    /** Makes a context as it is described; if its policy is not there, or refuses, it waits for that. */
    public Context make(ContextDescription description) {
        return create(description, false, true);
    }

    private Context create(ContextDescription description, boolean needsWorkers, boolean mayBeginParked) {
        Context parent = relative(description, "be nested in", description.parent());
        description.heir().ifPresent(heir -> relative(description, "leave its tasks to", heir));
        WorkerSelector.refuseNonsense(description.workers());
        if (!mayBeginParked && plugins.policy(description.policy()).isEmpty()) {
            throw new UnknownPolicyException(description.policy(), plugins.policyNames());
        }
        List<ContextWorker> wanted =
                assignment.wanted(description, parent); // may be the program's code: without the lock
        try (DelegableLock.Held _ = moving.hold()) {
            refuse(description.name());
            if (parent.isClosing() || !tree.all().contains(parent)) {
                throw new IllegalStateException("context '" + description.name() + "' cannot be nested in '"
                        + parent.name() + "', which is closed");
            }
            Context made = new Context(description, home, parent);
            description.heir().ifPresent(heir -> made.leaveTo(relative(description, "leave its tasks to", heir)));
            making.add(made); // before it looks for its policy, so that it is informed of later changes of policies
            boolean isMade = false;
            try {
                assignment.staff(made, parent, wanted, needsWorkers, mayBeginParked);
                tree.add(made);
                isMade = true;
                return made;
            } finally {
                making.remove(made);
                if (!isMade) {
                    made.shut(); // it may have a policy that came meanwhile
                }
            }
        }
    }

    private Context relative(ContextDescription description, String what, String name) {
        return tree.find(name)
                .orElseThrow(() -> new IllegalArgumentException("context '" + description.name() + "' cannot " + what
                        + " '" + name + "', which there is not; there are " + tree.names()));
    }

    private void refuse(String name) {
        if (ended) {
            throw new IllegalStateException("the runtime is closed: make another one with RuntimeFactory.create(...)");
        }
        if (tree.names().contains(name)) {
            throw new IllegalArgumentException(
                    "there is a context '" + name + "' already; there are " + tree.names() + ": choose another name");
        }
    }

    /**
     * Closes the contexts nested in one that is closed. If that one has an heir they do not wait: those without an heir
     * leave all to it.
     */
    public void closeNested(Context parent) {
        for (Context nested : tree.nestedIn(parent)) {
            if (parent.heir() != null && nested.heir() == null) {
                nested.leaveTo(parent);
            }
            nested.close();
        }
    }

    /**
     * Moves a context's workers and then its tasks to its heir. Returns false if it has no heir or other contexts are
     * nested in it. If the closed context was the heir of another one, its own heir takes that role.
     */
    public boolean leaveToHeir(Context context) {
        if (context.heir() == null) {
            return false;
        }
        try (DelegableLock.Held _ = moving.hold()) {
            Context heir = context.heir();
            if (heir == null || !tree.nestedIn(context).isEmpty()) {
                return false;
            }
            if (ended || !tree.all().contains(context)) {
                return true;
            }
            context.shut();
            List<ContextWorker> workers = context.members();
            context.takeOut(workers);
            assignment.inherit(context, heir, workers);
            context.tasks().bequeath(heir.tasks());
            forget(context, heir);
            return true;
        }
    }

    /**
     * Ends a context whose tasks have ended, and gives its workers back; false if it has inherited since, or contexts
     * are nested in it. Tasks that other threads were about to submit when the last one ended are left to the context
     * that it is nested in.
     *
     * @param inheritances the number of times that it had inherited when its tasks were waited for
     */
    public boolean remove(Context context, long inheritances) {
        try (DelegableLock.Held _ = moving.hold()) {
            if (ended || !tree.all().contains(context)) {
                return true;
            }
            if (context.tasks().inheritances() != inheritances
                    || !tree.nestedIn(context).isEmpty()) {
                return false;
            }
            context.shut();
            context.takeOut(context.members());
            assignment.giveBack(context, context.nestedIn());
            context.tasks().leaveToParent(context.nestedIn().tasks());
            forget(context, context.nestedIn());
        }
        context.tasks()
                .cancellation()
                .unsubmitted(CalledOff.byRuntime("its context '" + context.name() + "' was closed"));
        return true;
    }

    private void forget(Context ended, Context next) {
        assignment.forget(ended);
        tree.remove(ended);
        for (Context each : tree.all()) {
            if (each.heir() == ended) {
                each.leaveTo(each == next ? null : next); // two may have each other for heirs
            }
        }
    }

    /**
     * Changes a context to another description, with its tasks. The name, the parent and the sharing of workers must be
     * the same.
     */
    public void change(Context context, ContextDescription changed) {
        WorkerSelector.refuseNonsense(changed.workers());
        try (DelegableLock.Held _ = moving.hold()) {
            ContextDescription before = context.description();
            assignment.check(context, List.of(), false);
            Context heir =
                    changed.heir().map(name -> heir(context, changed, name)).orElse(null);
            if (!changed.workers().equals(before.workers())) {
                assignment.reselect(context, changed);
            }
            context.leaveTo(heir);
            context.describe(changed);
        }
    }

    /**
     * The heir that a context is to have from now on: not one that would leave its tasks to it, or is closed with it.
     */
    private Context heir(Context context, ContextDescription changed, String name) {
        Context heir = relative(changed, "leave its tasks to", name);
        for (Context next = heir; next != null; next = next.heir()) {
            if (next == context) {
                throw new IllegalArgumentException("context '" + changed.name() + "' cannot leave its tasks to '" + name
                        + "', which would leave them to '" + changed.name()
                        + "': name another heir, such as 'default'");
            }
        }
        if (tree.within(context).contains(heir)) {
            throw new IllegalArgumentException("context '" + changed.name() + "' cannot leave its tasks to '" + name
                    + "', which is nested in it and closed first: name another heir, such as 'default'");
        }
        return heir;
    }

    /** Refuses workers that a context cannot have. */
    public void check(Context context, Collection<? extends Worker> workers, boolean in) {
        assignment.check(context, workers, in);
    }

    /** Adds workers to a context or takes them out. */
    public void move(Context context, Collection<? extends Worker> workers, boolean in) {
        try (DelegableLock.Held _ = moving.hold()) {
            assignment.move(context, workers, in);
        }
    }

    /**
     * Takes workers out of a context which another one has for it from now on; to be given back when that one ends, if
     * it is nested in the former.
     *
     * @param to has the workers already, and keeps them; those that it has not any more stay where they are
     */
    public void handOver(Context from, Context to, Collection<? extends Worker> workers) {
        try (DelegableLock.Held _ = moving.hold()) {
            assignment.handOver(from, to, workers);
        }
    }

    /** Lets workers that have come join the first context, and those whose selections mean them. */
    public void join(List<? extends ContextWorker> arrived) {
        try (DelegableLock.Held _ = moving.hold()) {
            assignment.join(arrived);
        }
    }

    /** Takes workers that go out of the contexts they are in. */
    public void leave(List<? extends ContextWorker> workers) {
        try (DelegableLock.Held _ = moving.hold()) {
            assignment.leave(workers);
        }
    }

    /** Waits for the end of the change of who belongs where that is under way, if there is one. */
    public void awaitMoves() {
        whileNobodyMoves(() -> null);
    }

    /** Looks while nobody comes to a context or leaves it; does nothing else. */
    public <A> A whileNobodyMoves(Supplier<A> look) {
        try (DelegableLock.Held _ = moving.hold()) {
            return look.get();
        }
    }

    /** Refuses what a policy must not ask for while it is called. */
    public void refusePolicies(String what) {
        all().forEach(each -> each.refusePolicies(what));
    }

    /** Makes and removes no contexts any more. */
    public void end() {
        try (DelegableLock.Held _ = moving.hold()) {
            ended = true;
        }
    }
}
