package org.asterism.core.internal.runtime;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.asterism.api.ContextDescription;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.PolicyModel.Provider;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Policies as a {@link PolicyModel} knows them, and what may be asked for; while it is open, nothing is logged of those
 * that fail.
 */
final class ModelledPolicies implements AutoCloseable {
    static final List<String> NAMES = List.of("a", "b", "c");
    private static final Map<String, String> SIZED = Map.of("size", "2");

    private final Logger log = Logger.getLogger("org.asterism.core.internal.context");
    private final Level before = log.getLevel();

    /** Those that were made and not closed. */
    final Set<Fifo> alive = ConcurrentHashMap.newKeySet();

    final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    ModelledPolicies() {
        log.setLevel(Level.OFF); // each policy that fails would be told of at length
    }

    @Override
    public void close() {
        log.setLevel(before);
    }

    /** Those in a context, which are one or none unless it changes. */
    List<Fifo> in(String context) {
        return alive.stream().filter(each -> each.context.equals(context)).toList();
    }

    /** First in, first out. */
    final class Fifo implements SchedulingPolicy {
        final Provider provider;
        final String context;
        final Map<String, String> properties;
        final Set<Worker> workers = new HashSet<>();
        private final PolicyContext view;
        final Queue<Task> tasks = new ArrayDeque<>();

        Fifo(Provider provider, PolicyContext view) {
            this.provider = provider;
            this.view = view;
            context = view.contextName();
            int size = view.properties().integer("size", 0, 0, 9);
            properties = size == 0 ? Map.of() : SIZED;
            if (provider.isPicky && size > 0) {
                throw new IllegalArgumentException("no size, please");
            }
            alive.add(this);
        }

        private void breakIfBroken() {
            if (provider.isBroken) {
                throw new IllegalStateException("broken");
            }
        }

        @Override
        public synchronized void addWorkers(List<Worker> added) {
            breakIfBroken();
            workers.addAll(added);
        }

        @Override
        public synchronized void removeWorkers(List<Worker> removed) {
            breakIfBroken();
            removed.forEach(workers::remove);
        }

        @Override
        public void push(Task task) {
            synchronized (this) {
                breakIfBroken();
                tasks.add(task);
            }
            view.wakeOneFor(task);
        }

        @Override
        public synchronized Task pop(Worker worker) {
            return workers.contains(worker) ? tasks.poll() : null;
        }

        @Override
        public synchronized void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
            tasks.clear();
        }

        @Override
        public void close() {
            if (!alive.remove(this)) {
                wrong.add("a policy of " + provider + " was closed twice");
            }
        }
    }

    PolicyPlugin plugin(Provider provider) {
        return new PolicyPlugin(provider.name, "for tests", "test", provider.ranking, view -> new Fifo(provider, view));
    }

    static Provider anyProvider(Random random) {
        return new Provider(any(NAMES, random), random.nextInt(2), random.nextInt(3) == 0, random.nextInt(4) == 0);
    }

    static ContextDescription anyDescription(Random random, ContextDescription former) {
        return switch (random.nextInt(4)) {
            case 0 -> former.withFallbackPolicy(anyFallback(random));
            case 1 -> former.withPolicy(any(NAMES, random), anyProperties(random));
            case 2 ->
                former.sharingWorkers(random.nextBoolean() ? WorkerSelection.all() : WorkerSelection.named("cpu-1"));
            default ->
                former.withPolicy(any(NAMES, random), anyProperties(random))
                        .withFallbackPolicy(anyFallback(random))
                        .withRank(random.nextInt(3));
        };
    }

    static Optional<String> anyFallback(Random random) {
        return random.nextInt(3) == 0 ? Optional.empty() : Optional.of(any(NAMES, random));
    }

    static Map<String, String> anyProperties(Random random) {
        return random.nextInt(3) == 0 ? SIZED : Map.of();
    }

    static <T> T any(List<T> some, Random random) {
        return some.get(random.nextInt(some.size()));
    }
}
