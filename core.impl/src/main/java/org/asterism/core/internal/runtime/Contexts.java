package org.asterism.core.internal.runtime;

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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.asterism.api.ContextDescription;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextHome;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.task.CalledOff;

/**
 * The contexts of a runtime, and which workers belong to which. Workers that come join the default context and those whose selections mean
 * them; what a context has taken from the one that it is nested in goes back there in the end.
 *
 * <p>{@link #moving} excludes other changes of who belongs where. It is held around calls of policies, as each context's own
 * lock for changes is, which is taken after it. No worker takes it within a scheduling operation.
 */
final class Contexts {
    private static final Logger LOG = System.getLogger(Contexts.class.getName());

    private final ContextHome home;
    private final Plugins plugins;
    private final Supplier<List<? extends ContextWorker>> pool;
    private final Selecting selecting;
    private final Shares shares;
    private final Lending lending = new Lending();
    private final Optional<String> fallbackPolicy;
    private final Context first;
    private final ReentrantLock moving = new ReentrantLock();

    /** In the order in which they were made: what a context is nested in, or leaves its tasks to, comes before it. */
    private volatile List<Context> all;

    private boolean ended;

    /**
     * Makes the first context.
     *
     * @param pool gives all workers of the runtime
     * @param objects knows where in the machine they are
     */
    Contexts(
            ContextHome home,
            Plugins plugins,
            ContextDescription description,
            Supplier<List<? extends ContextWorker>> pool,
            MachineObjects objects) {
        this.home = home;
        this.plugins = plugins;
        this.pool = pool;
        fallbackPolicy = description.fallbackPolicy();
        selecting = new Selecting(objects);
        shares = new Shares(objects);
        first = new Context(description, home, null);
        all = List.of(first);
    }

    /** The context that is there from the start. */
    Context first() {
        return first;
    }

    /** All contexts, the first one first; as of now. */
    List<Context> all() {
        return all;
    }

    /** A context and those that are nested in it, however deep, those that are nested in others after these; as of now. */
    List<Context> within(Context context) {
        Set<Context> found = new LinkedHashSet<>();
        found.add(context);
        for (Context each : all) { // none comes before the one that it is nested in
            if (found.contains(each.nestedIn())) {
                found.add(each);
            }
        }
        return List.copyOf(found);
    }

    /**
     * Whose tasks are waited for with those of a context: its own, and those of the contexts nested in it. But the default context, in
     * which all are nested, stands for itself: whoever wants all waits for the runtime.
     */
    List<Context> waitedFor(Context context) {
        return context == first ? List.of(first) : within(context);
    }

    /** Whether tasks of other contexts are waited for with those of a context; costs little. */
    boolean hasNested(Context context) {
        List<Context> now = all;
        for (int index = 0; index < now.size(); index++) {
            if (now.get(index).nestedIn() == context) {
                return context != first;
            }
        }
        return false;
    }

    Context named(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no context '" + name + "'; there are "
                        + names() + ": make it with createContext(...)"));
    }

    private Optional<Context> find(String name) {
        return all.stream().filter(context -> context.name().equals(name)).findFirst();
    }

    private List<String> names() {
        return all.stream().map(Context::name).toList();
    }

    /** The workers that a selection means, of all that there are. */
    List<Worker> select(WorkerSelection selection) {
        selecting.check(selection);
        List<? extends ContextWorker> workers = pool.get();
        return List.copyOf(selecting.from(workers, selection, workers));
    }

    /** Makes a context of some of the first one's workers. */
    Context create(String name, String policy, Predicate<? super Worker> wanted) {
        return create(
                ContextDescription.named(name)
                        .withPolicy(policy)
                        .withFallbackPolicy(fallbackPolicy)
                        .withWorkers(new WorkerSelection.Chosen(wanted)),
                true,
                false);
    }

    /** Makes a context as it is described. */
    Context create(ContextDescription description) {
        return create(description, false, false);
    }

    /** Makes a context as it is described; if its policy is not there, or refuses, it waits for that. */
    Context make(ContextDescription description) {
        return create(description, false, true);
    }

    private Context create(ContextDescription description, boolean needsWorkers, boolean mayBeginParked) {
        Context parent = relative(description, "be nested in", description.parent());
        description.heir().ifPresent(heir -> relative(description, "leave its tasks to", heir));
        selecting.check(description.workers());
        if (!mayBeginParked && plugins.policy(description.policy()).isEmpty()) {
            throw new UnknownPolicyException(description.policy(), plugins.policyNames());
        }
        // May be the program's code: without the lock.
        List<ContextWorker> chosen = description.workers() instanceof WorkerSelection.Share
                ? List.of()
                : selecting.from(parent.members(), description.workers(), pool.get());
        moving.lock();
        try {
            refuse(description.name());
            if (parent.isClosing() || !all.contains(parent)) {
                throw new IllegalStateException("context '" + description.name() + "' cannot be nested in '"
                        + parent.name() + "', which is closed");
            }
            Context made = new Context(description, home, parent);
            description.heir().ifPresent(heir -> made.leaveTo(relative(description, "leave its tasks to", heir)));
            try {
                List<ContextWorker> workers = description.workers() instanceof WorkerSelection.Share share
                        ? shares.choose(made, share, lending.sayOf(parent), parent.members())
                        : membersOf(parent, chosen);
                refuseMissing(description, parent, parent.members());
                if (workers.isEmpty()) {
                    sayThatItIsEmpty(description, parent, needsWorkers);
                }
                begin(made, parent, workers, mayBeginParked);
            } catch (RuntimeException refused) {
                shares.forget(made);
                throw refused;
            }
            all = Stream.concat(all.stream(), Stream.of(made)).toList();
            return made;
        } finally {
            moving.unlock();
        }
    }

    private Context relative(ContextDescription description, String what, String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("context '" + description.name() + "' cannot " + what
                        + " '" + name + "', which there is not; there are " + names()));
    }

    private void refuse(String name) {
        if (ended) {
            throw new IllegalStateException("the runtime is closed: make another one with RuntimeFactory.create(...)");
        }
        if (names().contains(name)) {
            throw new IllegalArgumentException(
                    "there is a context '" + name + "' already; there are " + names() + ": choose another name");
        }
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
                    "context ''{0}'' has no worker: ''{1}'' means none of {2}, which context ''{3}'' has; its tasks wait until one"
                            + " comes",
                    description.name(),
                    description.workers(),
                    parent.members(),
                    parent.name());
        }
    }

    private void begin(Context made, Context parent, List<ContextWorker> workers, boolean mayBeParked) {
        ContextDescription description = made.description();
        boolean takes = !description.sharesWorkers();
        if (takes) {
            parent.takeOut(workers);
        }
        try {
            made.takeIn(workers);
            if (mayBeParked) {
                made.start(description.policyProperties());
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
            lending.took(made, workers);
        }
    }

    private static List<ContextWorker> membersOf(Context context, Collection<? extends Worker> some) {
        Set<Worker> wanted = new HashSet<>(some);
        return context.members().stream().filter(wanted::contains).toList();
    }

    /** The contexts that are nested directly in another, the latest first. */
    private List<Context> nestedIn(Context parent) {
        return all.reversed().stream().filter(each -> each.nestedIn() == parent).toList();
    }

    /** Closes the contexts nested in one that is closed. If that one has an heir they do not wait: those without an heir leave all to it. */
    void closeNested(Context parent) {
        for (Context nested : nestedIn(parent)) {
            if (parent.heir() != null && nested.heir() == null) {
                nested.leaveTo(parent);
            }
            nested.close();
        }
    }

    /**
     * Has a context's heir take its workers, and then its tasks; false if it has none, or contexts are nested in it. Whoever had the closed
     * one for an heir gets its heir.
     */
    boolean leaveToHeir(Context context) {
        if (context.heir() == null) {
            return false;
        }
        moving.lock();
        try {
            Context heir = context.heir();
            if (!nestedIn(context).isEmpty()) {
                return false;
            }
            if (ended || !all.contains(context)) {
                return true;
            }
            context.shut();
            List<ContextWorker> workers = context.members();
            context.takeOut(workers);
            inherit(context, heir, workers);
            context.bequeath(heir);
            forget(context, heir);
            return true;
        } finally {
            moving.unlock();
        }
    }

    /** Gives the heir the workers of a context, and its parent those back that the heir cannot have. */
    private void inherit(Context context, Context heir, List<ContextWorker> workers) {
        Context parent = context.nestedIn();
        Context above = heir.nestedIn();
        List<ContextWorker> given = new ArrayList<>();
        for (ContextWorker worker : workers) {
            boolean allowed = above == null || above == first || above == parent || hasSay(above, worker);
            if (allowed && heir.member(worker.id()) == null) {
                given.add(worker);
            }
        }
        heir.takeIn(given);
        giveBack(context, parent);
    }

    /**
     * Ends a context whose tasks have ended, and gives its workers back; false if it has inherited since, or contexts are nested in it.
     *
     * @param inheritances how often it had inherited when its tasks were waited for
     * @param why what becomes of tasks that another thread has submitted in the last moment
     */
    boolean remove(Context context, long inheritances, CalledOff why) {
        moving.lock();
        try {
            if (ended || !all.contains(context)) {
                return true;
            }
            if (context.inheritances() != inheritances || !nestedIn(context).isEmpty()) {
                return false;
            }
            context.shut();
            context.takeOut(context.members());
            giveBack(context, context.nestedIn());
            context.account(context.nestedIn());
            forget(context, context.nestedIn());
        } finally {
            moving.unlock();
        }
        context.cancelAll(why);
        return true;
    }

    private void forget(Context ended, Context next) {
        shares.forget(ended);
        all = all.stream().filter(other -> other != ended).toList();
        for (Context each : all) {
            if (each.heir() == ended) {
                each.leaveTo(each == next ? null : next); // two may have each other for heirs
            }
        }
    }

    /**
     * Gives a context what was taken from it by one that ends; but a worker that is in another one that is nested in it stays there, and
     * comes back with that.
     */
    private void giveBack(Context ending, Context parent) {
        goHome(ending, parent, lending.giveUp(ending));
    }

    private void goHome(Context ending, Context parent, List<ContextWorker> workers) {
        Set<ContextWorker> present = new HashSet<>(pool.get());
        List<Context> others =
                nestedIn(parent).stream().filter(each -> each != ending).toList();
        List<ContextWorker> back = new ArrayList<>();
        for (ContextWorker worker : workers) {
            Optional<Context> other = others.stream()
                    .filter(each -> each.member(worker.id()) == worker)
                    .findFirst();
            if (other.isPresent()) {
                lending.took(other.get(), List.of(worker));
            } else if (present.contains(worker) && parent.member(worker.id()) == null) {
                back.add(worker);
            }
        }
        parent.takeIn(back);
    }

    /**
     * Has a context be as another description says, with its tasks: one of the same name, that is nested in the same context, and shares its
     * workers as it did.
     */
    void change(Context context, ContextDescription changed) {
        ContextDescription before = context.description();
        selecting.check(changed.workers());
        moving.lock();
        try {
            check(context, List.of(), false);
            Context heir =
                    changed.heir().map(name -> heir(context, changed, name)).orElse(null);
            if (!changed.workers().equals(before.workers())) {
                reselect(context, changed);
            }
            context.describe(changed);
            context.leaveTo(heir);
        } finally {
            moving.unlock();
        }
        if (!changed.policy().equals(before.policy())
                || !changed.policyProperties().equals(before.policyProperties())) {
            context.wishPolicy(changed.policy(), changed.policyProperties());
        }
    }

    /** The heir that a context is to have from now on: not one that would leave its tasks to it, or is closed with it. */
    private Context heir(Context context, ContextDescription changed, String name) {
        Context heir = relative(changed, "leave its tasks to", name);
        for (Context next = heir; next != null; next = next.heir()) {
            if (next == context) {
                throw new IllegalArgumentException("context '" + changed.name() + "' cannot leave its tasks to '" + name
                        + "', which would leave them to '" + changed.name()
                        + "': name another heir, such as 'default'");
            }
        }
        if (within(context).contains(heir)) {
            throw new IllegalArgumentException("context '" + changed.name() + "' cannot leave its tasks to '" + name
                    + "', which is nested in it and closed first: name another heir, such as 'default'");
        }
        return heir;
    }

    /** Gives a context the workers that a changed description means, and those of others back. */
    private void reselect(Context context, ContextDescription changed) {
        Context parent = context.nestedIn();
        Set<ContextWorker> there = new HashSet<>(parent.members());
        there.addAll(context.members());
        List<ContextWorker> candidates = new ArrayList<>();
        for (ContextWorker worker : pool.get()) {
            if (there.contains(worker)) {
                candidates.add(worker);
            }
        }
        List<ContextWorker> chosen = selecting.from(candidates, changed.workers(), pool.get());
        refuseMissing(changed, parent, candidates);
        shares.forget(context);
        if (changed.workers() instanceof WorkerSelection.Share share) {
            chosen = shares.choose(context, share, lending.sayOf(parent), candidates);
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
        for (Context each : within(context).reversed()) {
            each.takeOut(membersOf(each, removed));
        }
        goHome(context, parent, lending.giveUp(context, removed));
        if (!changed.sharesWorkers()) {
            parent.takeOut(membersOf(parent, added));
        }
        context.takeIn(added);
        if (!changed.sharesWorkers()) {
            lending.took(context, added);
        }
    }

    /** Refuses workers that a context cannot have. */
    void check(Context context, Collection<? extends Worker> workers, boolean in) {
        if (!all.contains(context)) {
            throw new IllegalStateException("context '" + context.name() + "' is closed: there are " + names());
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
            if (parent != null && parent != first && !hasSay(parent, (ContextWorker) worker)) {
                throw new IllegalArgumentException("context '" + context.name() + "' cannot have " + worker.name()
                        + ": it is nested in context '" + parent.name() + "', which has " + lending.sayOf(parent));
            }
        }
    }

    private boolean hasSay(Context parent, ContextWorker worker) {
        return parent.member(worker.id()) == worker || lending.isTakenFrom(parent, worker);
    }

    /** Adds workers to a context or takes them out. */
    void move(Context context, Collection<? extends Worker> workers, boolean in) {
        moving.lock();
        try {
            check(context, workers, in);
            if (in) {
                List<ContextWorker> added = new ArrayList<>();
                Set<Worker> wanted = new HashSet<>(workers);
                for (ContextWorker worker : pool.get()) {
                    if (wanted.contains(worker) && context.member(worker.id()) == null) {
                        added.add(worker);
                    }
                }
                context.takeIn(added);
            } else {
                List<ContextWorker> removed = membersOf(context, workers);
                for (Context each : within(context).reversed()) {
                    each.takeOut(membersOf(each, removed));
                }
            }
        } finally {
            moving.unlock();
        }
    }

    /**
     * Takes workers out of a context which another one has for it from now on; to be given back when that one ends, if it is nested in
     * the former.
     *
     * @param to has the workers already, and keeps them; those that it has not any more stay where they are
     */
    void handOver(Context from, Context to, Collection<? extends Worker> workers) {
        moving.lock();
        try {
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
                lending.took(taker, leaving);
            }
        } finally {
            moving.unlock();
        }
    }

    /** Lets workers that have come join the first context, and those whose selections mean them. */
    void join(List<? extends ContextWorker> arrived) {
        moving.lock();
        try {
            Map<Context, List<ContextWorker>> joining = new LinkedHashMap<>();
            joining.put(first, List.copyOf(arrived));
            for (Context context : all) {
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
                    lending.took(context, meant);
                }
            }
            joining.forEach(Context::takeIn);
        } finally {
            moving.unlock();
        }
    }

    private List<ContextWorker> meant(Context context, Context parent, List<ContextWorker> candidates) {
        if (!(context.description().workers() instanceof WorkerSelection.Share share)) {
            return Selecting.standing(candidates, context.description().workers());
        }
        List<ContextWorker> whole = new ArrayList<>(lending.sayOf(parent));
        whole.addAll(candidates);
        try {
            return shares.choose(context, share, whole, candidates);
        } catch (IllegalArgumentException nobody) {
            return List.of(); // the object's workers have gone, and these are not on it
        }
    }

    /** Takes workers that go out of the contexts they are in. */
    void leave(List<? extends ContextWorker> workers) {
        moving.lock();
        try {
            for (Context context : all.reversed()) {
                context.takeOut(membersOf(context, workers));
            }
            Set<ContextWorker> gone = new HashSet<>(workers);
            lending.forget(gone);
            shares.forget(gone);
        } finally {
            moving.unlock();
        }
    }

    /** Waits for the end of the change of who belongs where that is under way, if there is one. */
    void awaitMoves() {
        moving.lock();
        moving.unlock();
    }

    /** Closes all contexts for good: their workers get no tasks any more. */
    void shutAll() {
        moving.lock();
        try {
            ended = true;
        } finally {
            moving.unlock();
        }
        all.forEach(Context::shut);
    }
}
