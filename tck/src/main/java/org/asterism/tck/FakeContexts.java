package org.asterism.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Worker;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.balance.ContextShare;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.Situation;
import org.asterism.spi.balance.WorkerShare;
import org.asterism.spi.policy.PolicyProperties;

/**
 * Contexts and workers for a balancer. The scene checks the balancer's moves and applies them at once.
 *
 * <p>Workers of an architecture that can execute tasks of a context are busy while the context has such tasks; others
 * are idle. Used by one thread.
 */
public final class FakeContexts {
    private static final long TASK_NANOS = 1_000_000;

    /** Context of the scene. */
    private static final class Fake {
        int least;
        int most = Integer.MAX_VALUE;
        double tasks;
        double ended;
        Set<Architecture> architectures = Set.of(Architecture.CPU);
        final Set<Worker> workers = new LinkedHashSet<>();
    }

    private final VirtualClock clock = new VirtualClock();
    private final Map<String, Fake> contexts = new LinkedHashMap<>();
    private final List<FakeWorker> workers = new ArrayList<>();
    private final Map<Worker, Long> idleSince = new HashMap<>();
    private final Map<Worker, Long> movedAt = new HashMap<>();
    private final Set<Worker> onTheirWay = new LinkedHashSet<>();
    private int made;

    /** Creates a scene without contexts. */
    public FakeContexts() {
        clock.advance(Duration.ofSeconds(1));
    }

    /**
     * Adds a context with its own workers.
     *
     * @param name name of the context
     * @param architectures architectures of its workers, one worker each
     * @return this
     */
    public FakeContexts context(String name, Architecture... architectures) {
        Fake fake = new Fake();
        contexts.put(name, fake);
        for (Architecture architecture : architectures) {
            FakeWorker worker = new FakeWorker(made++, architecture);
            workers.add(worker);
            fake.workers.add(worker);
            idleSince.put(worker, clock.nanoTime());
        }
        return this;
    }

    /**
     * Limits the workers of a context.
     *
     * @param name name of the context
     * @param least minimum number of workers
     * @param most maximum number of workers
     * @return this
     */
    public FakeContexts bounds(String name, int least, int most) {
        contexts.get(name).least = least;
        contexts.get(name).most = most;
        return this;
    }

    /**
     * Adds ready tasks of one millisecond each to a context.
     *
     * @param name name of the context
     * @param number number of tasks
     * @param architectures architectures that can execute them
     * @return this
     */
    public FakeContexts tasks(String name, int number, Architecture... architectures) {
        Fake fake = contexts.get(name);
        fake.tasks += number;
        if (architectures.length > 0) {
            fake.architectures = Set.of(architectures);
        }
        return this;
    }

    /**
     * Marks a worker as having joined a context without having left another one yet.
     *
     * @param worker index of the worker, from 0
     * @return this
     */
    public FakeContexts onItsWay(int worker) {
        onTheirWay.add(workers.get(worker));
        return this;
    }

    /**
     * Advances the time, in which workers run tasks.
     *
     * @param nanos time in nanoseconds
     */
    public void pass(long nanos) {
        for (Fake fake : contexts.values()) {
            double able =
                    fake.workers.stream().filter(worker -> can(worker, fake)).count();
            double run = Math.min(fake.tasks, able * nanos / TASK_NANOS);
            fake.tasks -= run;
            fake.ended += run;
        }
        clock.advance(Duration.ofNanos(nanos));
        for (FakeWorker worker : workers) {
            if (contexts.values().stream()
                    .anyMatch(fake -> fake.tasks > 0 && fake.workers.contains(worker) && can(worker, fake))) {
                idleSince.put(worker, clock.nanoTime());
            }
        }
    }

    private static boolean can(Worker worker, Fake fake) {
        return fake.architectures.contains(worker.architecture());
    }

    /**
     * Returns the number of workers of a context.
     *
     * @param name name of the context
     * @return number of workers
     */
    public int workersOf(String name) {
        return contexts.get(name).workers.size();
    }

    /**
     * Returns a worker.
     *
     * @param index index from 0, in the order of creation
     * @return the worker
     */
    public Worker worker(int index) {
        return workers.get(index);
    }

    /**
     * Returns the context for the creation of a balancer.
     *
     * @param properties properties of the balancer
     * @return context with the scene's clock
     */
    public BalancerContext balancerContext(Map<String, String> properties) {
        PolicyProperties typed = new PolicyProperties(properties);
        return new BalancerContext() {
            @Override
            public PolicyProperties properties() {
                return typed;
            }

            @Override
            public Clock clock() {
                return clock;
            }
        };
    }

    /**
     * Returns the situation that a balancer sees now.
     *
     * @return the situation
     */
    public Situation situation() {
        List<ContextShare> shares = new ArrayList<>();
        contexts.forEach((name, fake) -> {
            Map<Architecture, Double> speeds = new HashMap<>();
            if (fake.tasks > 0 || fake.ended > 0) {
                fake.architectures.forEach(architecture -> speeds.put(architecture, 1.0 / TASK_NANOS));
            }
            long left = (long) Math.ceil(fake.tasks);
            long running = Math.min(
                    left,
                    fake.workers.stream().filter(worker -> can(worker, fake)).count());
            shares.add(new ContextShare(
                    name,
                    fake.least,
                    fake.most,
                    left - running,
                    left,
                    (long) fake.ended,
                    fake.tasks,
                    speeds,
                    worker -> can(worker, fake) && left > running ? 1 : 0));
        });
        List<WorkerShare> seen = new ArrayList<>();
        for (FakeWorker worker : workers) {
            List<String> in = contexts.entrySet().stream()
                    .filter(entry -> entry.getValue().workers.contains(worker))
                    .map(Map.Entry::getKey)
                    .toList();
            seen.add(new WorkerShare(
                    worker,
                    in,
                    clock.nanoTime() - idleSince.get(worker),
                    movedAt.containsKey(worker) ? clock.nanoTime() - movedAt.get(worker) : Long.MAX_VALUE,
                    onTheirWay.contains(worker)));
        }
        return new Situation(clock.nanoTime(), shares, seen);
    }

    /**
     * Applies moves.
     *
     * @param moves moves that the balancer returned
     * @return descriptions of the moves that the core would refuse
     */
    public List<String> make(List<Move> moves) {
        List<String> refused = new ArrayList<>();
        for (Move move : moves) {
            String reason = reason(move);
            if (reason == null) {
                move.to().ifPresent(to -> contexts.get(to).workers.add(move.worker()));
                move.from().ifPresent(from -> contexts.get(from).workers.remove(move.worker()));
                movedAt.put(move.worker(), clock.nanoTime());
            } else {
                refused.add(move + ": " + reason);
            }
        }
        return refused;
    }

    private String reason(Move move) {
        if (!(move.worker() instanceof FakeWorker known) || !workers.contains(known)) {
            return "the situation has no such worker";
        }
        if (onTheirWay.contains(move.worker())) {
            return "it is on its way";
        }
        if (move.to().isPresent()) {
            Fake to = contexts.get(move.to().get());
            if (to == null) {
                return "there is no context of the name it goes to";
            }
            if (to.workers.contains(move.worker())) {
                return "it is there already";
            }
            if (to.workers.size() >= to.most) {
                return "there may be " + to.most + " workers at most";
            }
        }
        if (move.from().isPresent()) {
            Fake from = contexts.get(move.from().get());
            if (from == null || !from.workers.contains(move.worker())) {
                return "it is not in the context that it shall leave";
            }
            if (from.workers.size() <= from.least) {
                return "there must be " + from.least + " workers at least where it leaves";
            }
            if (from.workers.size() == 1 && from.tasks > 0) {
                return "tasks would be left without a worker";
            }
        }
        return null;
    }
}
