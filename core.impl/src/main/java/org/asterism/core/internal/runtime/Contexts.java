package org.asterism.core.internal.runtime;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextHome;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.task.CalledOff;

/**
 * The contexts of a runtime, and which workers belong to which. Each worker belongs to one: workers that come join the default
 * context, and those of a context that ends return to it.
 *
 * <p>{@link #moving} excludes other changes of who belongs where. It is held around calls of policies, as each context's own
 * lock for changes is, which is taken after it.
 */
final class Contexts {
    private final ContextHome home;
    private final Plugins plugins;
    private final Optional<String> fallbackPolicy;
    private final Context first;
    private volatile List<Context> all;
    private final ReentrantLock moving = new ReentrantLock();
    private boolean ended;

    Contexts(ContextHome home, Plugins plugins, String policy, Optional<String> fallbackPolicy) {
        this.home = home;
        this.plugins = plugins;
        this.fallbackPolicy = fallbackPolicy;
        first = new Context(SchedulingContext.DEFAULT, home, policy, fallbackPolicy);
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

    Context named(String name) {
        return all.stream()
                .filter(context -> context.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no context '" + name + "'; there are "
                        + names() + ": make it with createContext(...)"));
    }

    private List<String> names() {
        return all.stream().map(Context::name).toList();
    }

    /** Makes a context of some of the first one's workers. */
    Context create(String name, String policy, Predicate<? super Worker> wanted) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a context needs a name that is not blank");
        }
        if (plugins.policy(policy).isEmpty()) {
            throw new UnknownPolicyException(policy, plugins.policyNames());
        }
        List<Worker> chosen = first.workers().stream().filter(wanted).toList(); // the program's code: without the lock
        moving.lock();
        try {
            refuse(name);
            List<ContextWorker> workers = membersOf(first, chosen);
            if (workers.isEmpty()) {
                throw new IllegalArgumentException(
                        "context '" + name + "' would have no worker: the predicate allows none of " + first.workers()
                                + ", which the default context has");
            }
            Context made = new Context(name, home, policy, fallbackPolicy);
            first.takeOut(workers);
            try {
                made.takeIn(workers);
                made.usePolicy(policy, Map.of());
            } catch (RuntimeException refused) {
                made.takeOut(workers);
                first.takeIn(workers);
                throw refused;
            }
            all = Stream.concat(all.stream(), Stream.of(made)).toList();
            return made;
        } finally {
            moving.unlock();
        }
    }

    /** Makes a context as it is described. */
    Context create(ContextDescription description) {
        Context parent = named(description.parent());
        List<ContextWorker> chosen =
                Selecting.from(parent.members(), description.workers()); // may be the program's code: without the lock
        moving.lock();
        try {
            refuse(description.name());
            List<ContextWorker> workers = membersOf(parent, chosen);
            Context made = new Context(description, home, parent);
            if (!description.sharesWorkers()) {
                parent.takeOut(workers);
            }
            try {
                made.takeIn(workers);
                made.usePolicy(description.policy(), description.policyProperties());
            } catch (RuntimeException refused) {
                made.takeOut(workers);
                if (!description.sharesWorkers()) {
                    parent.takeIn(workers);
                }
                throw refused;
            }
            all = Stream.concat(all.stream(), Stream.of(made)).toList();
            return made;
        } finally {
            moving.unlock();
        }
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

    private static List<ContextWorker> membersOf(Context context, Collection<? extends Worker> some) {
        return context.members().stream().filter(some::contains).toList();
    }

    /** Ends a context whose tasks have ended, and gives its workers back. */
    void remove(Context context, CalledOff why) {
        moving.lock();
        try {
            if (ended || !all.contains(context)) {
                return;
            }
            context.shut();
            List<ContextWorker> workers = context.members();
            context.takeOut(workers);
            first.takeIn(workers);
            first.absorb(context);
            all = all.stream().filter(other -> other != context).toList();
        } finally {
            moving.unlock();
        }
        context.cancelAll(why); // what another thread has submitted in the last moment
    }

    /** Adds workers to a context or takes them out. */
    void move(Context context, Collection<? extends Worker> workers, boolean in, List<? extends ContextWorker> pool) {
        moving.lock();
        try {
            if (in) {
                context.takeIn(pool.stream()
                        .filter(worker -> workers.contains(worker) && worker.turn(context) == null)
                        .toList());
            } else {
                context.takeOut(membersOf(context, workers));
            }
        } finally {
            moving.unlock();
        }
    }

    /** Lets workers join the first context. */
    void join(List<? extends ContextWorker> workers) {
        moving.lock();
        try {
            first.takeIn(workers);
        } finally {
            moving.unlock();
        }
    }

    /** Takes workers out of whatever context they are in. */
    void leave(List<? extends ContextWorker> workers) {
        moving.lock();
        try {
            for (Context context : all) {
                List<ContextWorker> members = membersOf(context, workers);
                if (!members.isEmpty()) {
                    context.takeOut(members);
                }
            }
        } finally {
            moving.unlock();
        }
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
