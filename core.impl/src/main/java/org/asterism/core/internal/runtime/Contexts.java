package org.asterism.core.internal.runtime;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
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
    private final List<Context> all = new CopyOnWriteArrayList<>();
    private final ReentrantLock moving = new ReentrantLock();
    private boolean ended;

    Contexts(ContextHome home, Plugins plugins, String policy, Optional<String> fallbackPolicy) {
        this.home = home;
        this.plugins = plugins;
        this.fallbackPolicy = fallbackPolicy;
        first = new Context(SchedulingContext.DEFAULT, home, policy, fallbackPolicy);
        all.add(first);
    }

    /** The context that is there from the start. */
    Context first() {
        return first;
    }

    /** All contexts, the first one first; a live list. */
    Collection<Context> all() {
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
            first.removeWorkers(workers);
            try {
                made.addWorkers(workers);
                made.usePolicy(policy, Map.of());
            } catch (RuntimeException refused) {
                made.removeWorkers(workers);
                first.addWorkers(workers);
                throw refused;
            }
            all.add(made);
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
            context.removeWorkers(workers);
            first.addWorkers(workers);
            first.absorb(context);
            all.remove(context);
        } finally {
            moving.unlock();
        }
        context.cancelAll(why); // what another thread has submitted in the last moment
    }

    /** Lets workers join the first context. */
    void join(List<? extends ContextWorker> workers) {
        moving.lock();
        try {
            first.addWorkers(workers);
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
                    context.removeWorkers(members);
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
