package org.asterism.itest.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.oracle.Surroundings;
import org.asterism.core.internal.oracle.Traits;
import org.asterism.core.internal.oracle.Traits.Trait;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/**
 * Changes everything that a program and an operator can change, while a random graph runs: policies, contexts, which
 * are nested and closed, workers and drivers. Kernels submit tasks to all contexts meanwhile.
 *
 * <p>All changes but those of policies are made by one thread. Before that thread waits for tasks it gives each context
 * all workers, because otherwise it could wait for a task that has none.
 */
final class Storm implements Surroundings {
    private static final int MOST_CONTEXTS = 4;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final Map<String, SchedulingPolicyFactory> POLICIES = ShippedPolicies.all();
    private static final List<String> NAMES = List.copyOf(POLICIES.keySet());

    private final Random random;
    private final Traits traits;
    private final boolean threaded;
    private final Path models;
    private final SpawnedTasks spawned;
    private final List<SchedulingContext> contexts = new CopyOnWriteArrayList<>();
    private final Queue<String> story = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private Laboratory laboratory;
    private TaskRuntime runtime;
    private DriverPlugin more;
    private int names;
    private volatile boolean over;

    /** Whether everybody leaves the workers where they are, because a thread waits for tasks. */
    private boolean calm;

    /**
     * @param traits has virtual time if changes are made between two submissions, and not by threads of their own
     * @param models the folder of the performance models
     */
    Storm(Random random, Traits traits, Path models) {
        this.random = random;
        this.traits = traits;
        threaded = !traits.has(Trait.VIRTUAL_TIME);
        this.models = models;
        spawned = new SpawnedTasks(this, new Random(random.nextLong()));
    }

    @Override
    public void prepare(Laboratory made) {
        laboratory = made;
        POLICIES.forEach((name, factory) -> {
            if (!name.equals("eager") && !name.equals("prio")) {
                made.addPolicy(name, factory::create);
            }
        });
    }

    @Override
    public RuntimeConfiguration configure(RuntimeConfiguration wanted) {
        return wanted.withSeed(1)
                .withModels(ModelSettings.defaults()
                        .withCalibration(Calibration.ON)
                        .withMinimumSamples(3)
                        .withFolder(models));
    }

    @Override
    public String policy(Random chooser) {
        return NAMES.get(chooser.nextInt(NAMES.size()));
    }

    @Override
    public Codelet finish(Codelet.Builder codelet, Kernel kernel) {
        return codelet.implementation(Architecture.CUDA, kernel)
                .model(PerformanceModel.history("storm"))
                .forkJoin()
                .build();
    }

    /** Begins to change things. */
    void begin(TaskRuntime made) {
        runtime = made;
        tell("default uses " + made.defaultContext().wantedPolicy());
        contexts.addAll(made.contexts());
        spawned.begin(made);
        if (threaded) {
            start("changes", this::change);
            start("swaps", chooser -> swap(anyContext(), chooser));
        }
    }

    private void start(String name, Consumer<Random> deed) {
        Random own = new Random(random.nextLong());
        threads.add(Thread.ofPlatform().daemon().name(name).start(() -> {
            while (!over && thrown.isEmpty()) {
                try {
                    deed.accept(own);
                    Thread.yield();
                } catch (Throwable wrong) {
                    thrown.add(wrong);
                }
            }
        }));
    }

    SchedulingContext anyContext() {
        Object[] now = contexts.toArray();
        return (SchedulingContext) now[random.nextInt(now.length)];
    }

    @Override
    public SchedulingContext context(List<SchedulingContext> own, Random chooser) {
        return chooser.nextBoolean() ? own.get(chooser.nextInt(own.size())) : anyContext();
    }

    @Override
    public void submitted() {
        if (!threaded && random.nextInt(8) == 0) {
            change(random);
        }
        if (!thrown.isEmpty()) {
            throw new AssertionError("a thread of the storm threw, " + this, thrown.peek());
        }
    }

    @Override
    public void inKernel(KernelContext kernel) {
        if (traits.has(Trait.SPAWNS) && random.nextInt(5) == 0) {
            spawned.spawn(0);
        }
    }

    @Override
    public void refused(SchedulingContext context, RuntimeException reason) {
        boolean justified = contexts.indexOf(context) != 0
                && reason.getMessage().contains("'" + context.name() + "'")
                && reason.getMessage().contains("clos");
        if (!justified) {
            throw reason;
        }
    }

    @Override
    public void swap(SchedulingContext context, Random chooser) {
        String policy = policy(chooser);
        try {
            context.usePolicy(policy);
            tell(context.name() + " uses " + policy);
        } catch (PolicyRefusedException no) {
            tell(context.name() + " cannot use " + policy + ": " + no.getMessage());
        } catch (IllegalStateException closed) {
            refused(context, closed);
        }
    }

    private void change(Random chooser) {
        switch (chooser.nextInt(10)) {
            case 0, 1, 2 -> swap(anyContext(), chooser);
            case 3, 4 -> open(chooser);
            case 5 -> close(chooser);
            case 6, 7 -> moveWorkers(chooser);
            case 8 -> moveDriver(chooser);
            default -> look();
        }
    }

    private void open(Random chooser) {
        if (!traits.has(Trait.PASSING_CONTEXTS) || contexts.size() > MOST_CONTEXTS) {
            return;
        }
        ContextDescription description = ContextDescription.named("storm-" + names++)
                .withPolicy(policy(chooser))
                .withRank(chooser.nextInt(3));
        List<Worker> some = someWorkers(chooser);
        WorkerSelection selection = chooser.nextInt(3) == 0 ? WorkerSelection.all() : WorkerSelection.of(some);
        description =
                chooser.nextBoolean() ? description.withWorkers(selection) : description.sharingWorkers(selection);
        if (chooser.nextBoolean()) {
            description = description.within(anyContext().name());
        }
        if (chooser.nextBoolean()) {
            description = description.withHeir(anyContext().name());
        }
        if (chooser.nextInt(4) == 0) {
            description = description.withFallbackPolicy(Optional.empty());
        }
        try {
            contexts.add(runtime.createContext(description));
            tell("open " + description);
        } catch (PolicyRefusedException | IllegalArgumentException no) {
            tell("cannot open " + description + ": " + no.getMessage());
        }
    }

    private void close(Random chooser) {
        List<SchedulingContext> own = contexts.stream()
                .filter(context -> context.name().startsWith("storm-"))
                .toList();
        if (!own.isEmpty()) {
            SchedulingContext closed = own.get(chooser.nextInt(own.size()));
            giveAllWorkers();
            tell("close " + closed.name());
            closed.close();
            tell("closed " + closed.name());
            contexts.removeIf(context -> context.state() == ContextState.CLOSED);
        }
    }

    private synchronized void moveWorkers(Random chooser) {
        if (calm || !traits.has(Trait.MOVING_WORKERS)) {
            return;
        }
        SchedulingContext context = anyContext();
        List<Worker> some = someWorkers(chooser);
        boolean coming = chooser.nextBoolean();
        tell(context.name() + (coming ? " has " : " has no more ") + some);
        try {
            if (coming) {
                context.addWorkers(some);
            } else {
                context.removeWorkers(some);
            }
        } catch (IllegalArgumentException notOfItsParent) {
            tell("no: " + notOfItsParent.getMessage());
        } catch (IllegalStateException closed) {
            refused(context, closed);
        }
    }

    private void moveDriver(Random chooser) {
        if (!traits.has(Trait.MOVING_DRIVERS)) {
            return;
        }
        if (more == null) {
            tell("driver comes");
            more = laboratory.addDriver("more", new InlineDriver(1 + chooser.nextInt(2), Architecture.CUDA));
        } else {
            tell("driver leaves");
            laboratory.plugins.remove(more);
            more = null;
        }
    }

    private void look() {
        runtime.tasks(3);
        for (SchedulingContext context : contexts) {
            context.load();
            context.trouble();
        }
    }

    private List<Worker> someWorkers(Random chooser) {
        List<Worker> some = new ArrayList<>(runtime.workers());
        some.removeIf(worker -> chooser.nextBoolean());
        return some;
    }

    /**
     * Gives each context all workers, and a policy if it is parked because it has no fallback. Outer contexts come
     * first, because a context has no workers that the one around it lacks.
     */
    private synchronized void giveAllWorkers() {
        for (SchedulingContext context : contexts) {
            try {
                addAllWorkers(context);
                if (context.policy().isEmpty()) {
                    tell(context.name() + " is parked: " + context.trouble().orElse("?"));
                    context.usePolicy("eager");
                }
            } catch (IllegalStateException closed) {
                refused(context, closed);
            }
        }
    }

    private void addAllWorkers(SchedulingContext context) {
        long begin = System.nanoTime();
        while (true) {
            try {
                context.addWorkers(runtime.workers());
                return;
            } catch (IllegalArgumentException leaving) { // with the driver that comes and goes, until it has left
                if (System.nanoTime() - begin > MOST_NANOS) {
                    throw leaving;
                }
                Thread.yield();
            }
        }
    }

    @Override
    public synchronized void beforeWaiting() {
        if (runtime != null && !calm) {
            giveAllWorkers();
        }
    }

    /** Stops changing things: from now on each task has a worker. */
    void calmDown() throws InterruptedException {
        synchronized (this) {
            calm = true;
        }
        end();
        for (Thread thread : threads) {
            thread.join();
        }
        if (!thrown.isEmpty()) {
            throw new AssertionError("a thread of the storm threw, " + this, thrown.peek());
        }
        giveAllWorkers();
    }

    /** Lets the threads end that change things. */
    void end() {
        over = true;
    }

    /** Closes the contexts that are left, once all tasks have ended. */
    void check() throws InterruptedException {
        for (SchedulingContext context : contexts.reversed()) {
            if (context.name().startsWith("storm-")) {
                context.close();
                assertEquals(ContextState.CLOSED, context.state(), context.name());
            }
        }
        assertTrue(
                runtime.contexts().stream().noneMatch(context -> context.name().startsWith("storm-")));
        spawned.check();
    }

    private void tell(String event) {
        story.add(event);
    }

    @Override
    public String toString() {
        return String.join("\n  ", story);
    }
}
