package org.asterism.core.internal.runtime.staffing;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.asterism.api.ContextDescription;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;

/**
 * Assigns workers to the contexts of a runtime.
 *
 * <p>New workers join the contexts whose selections match them, including the default context. Workers that a context
 * has taken from its parent return there in the end. One change at a time: see {@link Contexts}.
 */
final class WorkerAssignment {
    private static final Logger LOG = System.getLogger(WorkerAssignment.class.getName());

    private final ContextTree tree;
    private final Supplier<List<? extends ContextWorker>> pool;
    private final WorkerSelector selector;
    private final Shares shares;
    private final BorrowedWorkers borrowed = new BorrowedWorkers();

    /**
     * Creates an assignment.
     *
     * @param pool gives all workers of the runtime, but for those that are about to leave
     * @param objects knows where in the machine they are
     */
    WorkerAssignment(ContextTree tree, Supplier<List<? extends ContextWorker>> pool, MachineObjects objects) {
        this.tree = tree;
        this.pool = pool;
        selector = new WorkerSelector(objects);
        shares = new Shares(objects);
    }

    /** The workers that a selection means, of all that there are. Any thread. */
    List<Worker> select(WorkerSelection selection) {
        WorkerSelector.refuseNonsense(selection);
        List<? extends ContextWorker> workers = pool.get();
        return List.copyOf(selector.from(workers, selection, workers));
    }

    /**
     * The workers that a context to be made wants of its parent, but for shares; this may run the program's code, so
     * any thread may ask.
     */
    List<ContextWorker> wanted(ContextDescription description, Context parent) {
        return description.workers() instanceof WorkerSelection.Share
                ? List.of()
                : selector.from(parent.members(), description.workers(), pool.get());
    }

    /**
     * Gives a context that was just made its workers, and its policy.
     *
     * @param wanted the workers that it requested, as far as they still exist
     * @param needsWorkers whether it must have one
     * @param mayBeginParked whether it is fine if its policy is not there, or refuses
     */
    void staff(Context made, Context parent, List<ContextWorker> wanted, boolean needsWorkers, boolean mayBeginParked) {
        ContextDescription description = made.description();
        try {
            List<ContextWorker> workers = description.workers() instanceof WorkerSelection.Share share
                    ? shares.choose(made, share, borrowed.sayOf(parent), parent.members())
                    : membersOf(parent, wanted);
            refuseMissing(description, parent, parent.members());
            if (workers.isEmpty()) {
                sayThatItIsEmpty(description, parent, needsWorkers);
            }
            begin(made, parent, workers, mayBeginParked);
        } catch (RuntimeException refused) {
            shares.forget(made);
            throw refused;
        }
    }

    void forget(Context ended) {
        shares.forget(ended);
    }

    /** Refuses workers that are named and are elsewhere. */
    private static void refuseMissing(ContextDescription description, Context parent, List<ContextWorker> candidates) {
        if (description.workers() instanceof WorkerSelection.Named named) {
            Set<String> there = new HashSet<>();
            candidates.forEach(worker -> there.add(worker.name()));
            List<String> missing = new ArrayList<>(named.names());
            missing.removeIf(there::contains);
            if (!missing.isEmpty()) {
                throw new IllegalArgumentException("context '" + description.name() + "' cannot have "
                        + String.join(", ", missing) + ": context '" + parent.name() + "' has " + parent.members());
            }
        }
    }

    private static void sayThatItIsEmpty(ContextDescription description, Context parent, boolean needsWorkers) {
        if (needsWorkers) {
            throw new IllegalArgumentException("context '" + description.name()
                    + "' would have no worker: the predicate allows none of " + parent.members() + ", which the "
                    + parent.name() + " context has");
        }
        if (!(description.workers() instanceof WorkerSelection.None)) {
            LOG.log(
                    Level.WARNING,
                    "context ''{0}'' has no worker: ''{1}'' means none of {2}, which context ''{3}'' has; its tasks "
                            + "wait until one"
                            + " comes",
                    description.name(),
                    description.workers(),
                    parent.members(),
                    parent.name());
        }
    }

    private void begin(Context made, Context parent, List<ContextWorker> workers, boolean mayBeginParked) {
        ContextDescription description = made.description();
        boolean takes = !description.sharesWorkers();
        if (takes) {
            parent.takeOut(workers);
        }
        try {
            made.takeIn(workers);
            if (mayBeginParked) {
                made.start();
            } else {
                made.usePolicy(description.policy(), description.policyProperties());
            }
        } catch (RuntimeException refused) {
            made.takeOut(workers);
            if (takes) {
                parent.takeIn(workers);
            }
            throw refused;
        }
        if (takes) {
            borrowed.took(made, workers);
        }
    }

    private static List<ContextWorker> membersOf(Context context, Collection<? extends Worker> some) {
        Set<Worker> wanted = new HashSet<>(some);
        return context.members().stream().filter(wanted::contains).toList();
    }

    /** Gives the heir the workers of a context, and its parent those back that the heir cannot have. */
    void inherit(Context context, Context heir, List<ContextWorker> workers) {
        Context parent = context.nestedIn();
        Context above = heir.nestedIn();
        boolean allowsAll = above == null || above == tree.first() || above == parent;
        heir.takeIn(workers.stream()
                .filter(worker -> (allowsAll || hasSay(above, worker)) && heir.member(worker.id()) == null)
                .toList());
        giveBack(context, parent);
    }

    /**
     * Gives a context what was taken from it by one that ends; but a worker that is in another one that is nested in it
     * stays there, and comes back with that.
     */
    void giveBack(Context ending, Context parent) {
        goHome(ending, parent, borrowed.giveUp(ending));
    }

    private void goHome(Context ending, Context parent, List<ContextWorker> workers) {
        Set<ContextWorker> present = new HashSet<>(pool.get());
        List<Context> others =
                tree.nestedIn(parent).stream().filter(each -> each != ending).toList();
        List<ContextWorker> back = new ArrayList<>();
        for (ContextWorker worker : workers) {
            Optional<Context> other = others.stream()
                    .filter(each -> each.member(worker.id()) == worker)
                    .findFirst();
            if (other.isPresent()) {
                borrowed.took(other.get(), List.of(worker));
            } else if (present.contains(worker) && parent.member(worker.id()) == null) {
                back.add(worker);
            }
        }
        parent.takeIn(back);
    }

    /** Gives a context the workers that a changed description means, and those of others back. */
    void reselect(Context context, ContextDescription changed) {
        Context parent = context.nestedIn();
        Set<ContextWorker> there = new HashSet<>(parent.members());
        there.addAll(context.members());
        List<ContextWorker> candidates = pooled(there::contains);
        List<ContextWorker> chosen = selector.from(candidates, changed.workers(), pool.get());
        refuseMissing(changed, parent, candidates);
        shares.forget(context);
        if (changed.workers() instanceof WorkerSelection.Share share) {
            chosen = shares.choose(context, share, borrowed.sayOf(parent), candidates);
        }
        if (chosen.isEmpty()) {
            sayThatItIsEmpty(changed, parent, false);
        }
        Set<ContextWorker> kept = new HashSet<>(chosen);
        List<ContextWorker> removed = context.members().stream()
                .filter(worker -> !kept.contains(worker))
                .toList();
        List<ContextWorker> added = chosen.stream()
                .filter(worker -> context.member(worker.id()) != worker)
                .toList();
        takeOutWithin(context, removed);
        goHome(context, parent, borrowed.giveUp(context, removed));
        if (!changed.sharesWorkers()) {
            parent.takeOut(membersOf(parent, added));
        }
        context.takeIn(added);
        if (!changed.sharesWorkers()) {
            borrowed.took(context, added);
        }
    }

    void check(Context context, Collection<? extends Worker> workers, boolean in) {
        if (!tree.all().contains(context)) {
            throw new IllegalStateException("context '" + context.name() + "' is closed: there are " + tree.names());
        }
        if (!in) {
            return;
        }
        Set<Worker> present = new HashSet<>(pool.get());
        for (Worker worker : workers) {
            if (!present.contains(worker)) {
                throw new IllegalArgumentException("context '" + context.name() + "' cannot have "
                        + (worker == null ? "null" : worker.name())
                        + ", which is no worker of its runtime; there are " + pool.get());
            }
            Context parent = context.nestedIn();
            if (parent != null && parent != tree.first() && !hasSay(parent, (ContextWorker) worker)) {
                throw new IllegalArgumentException("context '" + context.name() + "' cannot have " + worker.name()
                        + ": it is nested in context '" + parent.name() + "', which has " + borrowed.sayOf(parent));
            }
        }
    }

    private boolean hasSay(Context parent, ContextWorker worker) {
        return parent.member(worker.id()) == worker || borrowed.isTakenFrom(parent, worker);
    }

    void move(Context context, Collection<? extends Worker> workers, boolean in) {
        check(context, workers, in);
        if (in) {
            Set<Worker> wanted = new HashSet<>(workers);
            context.takeIn(pooled(worker -> wanted.contains(worker) && context.member(worker.id()) == null));
        } else {
            takeOutWithin(context, membersOf(context, workers));
        }
    }

    /** Those of all workers of the runtime that satisfy a condition. */
    private List<ContextWorker> pooled(Predicate<ContextWorker> wanted) {
        return pool.get().stream()
                .<ContextWorker>map(worker -> worker)
                .filter(wanted)
                .toList();
    }

    /** Takes workers out of a context, and before out of those that are nested in it. */
    private void takeOutWithin(Context context, List<ContextWorker> removed) {
        for (Context each : tree.within(context).reversed()) {
            each.takeOut(membersOf(each, removed));
        }
    }

    /** See {@link Contexts#handOver}. */
    void handOver(Context from, Context to, Collection<? extends Worker> workers) {
        check(from, workers, false);
        List<ContextWorker> leaving = membersOf(from, membersOf(to, workers));
        Context taker = to;
        while (taker != null && taker.nestedIn() != from) {
            taker = taker.nestedIn();
        }
        if (taker == null) {
            move(from, leaving, false);
        } else {
            from.takeOut(leaving);
            borrowed.took(taker, leaving);
        }
    }

    /**
     * Lets workers that have come, and are not about to leave already, join the contexts whose selections mean them.
     */
    void join(List<? extends ContextWorker> arrived) {
        Set<ContextWorker> present = new HashSet<>(pool.get());
        List<ContextWorker> joiners = arrived.stream()
                .<ContextWorker>map(worker -> worker)
                .filter(present::contains)
                .toList();
        Map<Context, List<ContextWorker>> joining = new LinkedHashMap<>();
        joining.put(tree.first(), meant(tree.first(), null, joiners));
        for (Context context : tree.all()) {
            Context parent = context.nestedIn();
            List<ContextWorker> candidates = parent == null ? List.of() : joining.getOrDefault(parent, List.of());
            List<ContextWorker> meant = candidates.isEmpty() ? List.of() : meant(context, parent, candidates);
            if (meant.isEmpty()) {
                continue;
            }
            joining.put(context, meant);
            if (!context.description().sharesWorkers()) {
                Set<ContextWorker> gone = new HashSet<>(meant);
                joining.put(
                        parent,
                        candidates.stream()
                                .filter(worker -> !gone.contains(worker))
                                .toList());
                borrowed.took(context, meant);
            }
        }
        // A program may have added workers to a context since the runtime lists them.
        joining.forEach((context, workers) -> context.takeIn(workers.stream()
                .filter(worker -> context.member(worker.id()) == null)
                .toList()));
    }

    private List<ContextWorker> meant(Context context, Context parent, List<ContextWorker> candidates) {
        if (!(context.description().workers() instanceof WorkerSelection.Share share)) {
            return WorkerSelector.standing(candidates, context.description().workers());
        }
        Set<ContextWorker> whole = new LinkedHashSet<>(parent == null ? pool.get() : borrowed.sayOf(parent));
        whole.addAll(candidates);
        try {
            return shares.choose(context, share, List.copyOf(whole), candidates);
        } catch (IllegalArgumentException nobody) {
            return List.of(); // the object's workers have gone, and these are not on it
        }
    }

    void leave(List<? extends ContextWorker> workers) {
        for (Context context : tree.all().reversed()) {
            context.takeOut(membersOf(context, workers));
        }
        Set<ContextWorker> gone = new HashSet<>(workers);
        borrowed.forget(gone);
        shares.forget(gone);
    }
}
