package org.asterism.core.internal.oracle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.TransferKind;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;

/** Runs a random graph on the core, with what programs and operators do meanwhile. */
public final class Trial implements AutoCloseable {
    private static final long[] CAPACITIES = {512, 640, 1024, Long.MAX_VALUE};
    private static final Codelet ZERO = Codelet.named("zero")
            .access(Access.W)
            .cpu(Trial::zero)
            .implementation(Architecture.CUDA, (Kernel) Trial::zero)
            .build();
    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW, Access.R)
            .cpu(Trial::add)
            .implementation(Architecture.CUDA, (Kernel) Trial::add)
            .build();

    private final Graph graph;
    private final Traits traits;
    private final Random random;
    private final Surroundings surroundings;
    private final NodesDriver driver;
    private final Laboratory laboratory = new Laboratory();
    private final Arena arena = Arena.ofShared();
    private final TaskRuntime runtime;
    private final List<Worker> staying;
    private final List<SchedulingContext> contexts = new ArrayList<>();
    private final Map<Integer, Long> nextOrder = new HashMap<>();
    private final List<TaskBundle> bundles = new ArrayList<>();
    private final MemorySegment[] memory;
    private final DataHandle[] wholes;
    private final Partition[][] plans;
    private final Task[] tasks;
    private final Codelet[] codelets = new Codelet[4];

    /** Makes a runtime for a graph. */
    public Trial(Graph graph, Traits traits, Random random, Surroundings surroundings) {
        this.graph = graph;
        this.traits = traits;
        this.random = random;
        this.surroundings = surroundings;
        surroundings.prepare(laboratory);
        boolean nodes = traits.has(Traits.Trait.NODES);
        driver = new NodesDriver(
                        1 + random.nextInt(4),
                        nodes ? 1 + random.nextInt(3) : 1,
                        CAPACITIES[random.nextInt(CAPACITIES.length)],
                        random.nextInt(20),
                        random.nextBoolean())
                .withViewAlignment(1L << random.nextInt(6));
        laboratory.addDriver("nodes", driver);
        RuntimeConfiguration wanted = RuntimeConfiguration.defaults()
                .withPolicy(surroundings.policy(random))
                .withPatience(Duration.ofMillis(Integer.getInteger("asterism.stuck", 3000)));
        if (traits.has(Traits.Trait.VIRTUAL_TIME)) {
            wanted = wanted.withClock(new VirtualClock());
        }
        runtime = laboratory.factory.create(surroundings.configure(wanted));
        staying = runtime.workers();
        contexts.add(runtime.defaultContext());
        if (traits.has(Traits.Trait.CONTEXTS) && runtime.workers().size() > 1) {
            contexts.add(runtime.createContext("other", surroundings.policy(random), worker -> worker.id() % 2 == 1));
        }
        for (int attempts = 1; attempts < codelets.length; attempts++) {
            codelets[attempts] =
                    surroundings.finish(Codelet.named("step").attempts(attempts).cpu(this::run), this::run);
        }
        int count = graph.roots.size();
        memory = new MemorySegment[count];
        wholes = new DataHandle[count];
        plans = new Partition[count][];
        graph.roots.forEach(this::register);
        tasks = new Task[graph.steps.size()];
    }

    private void register(Piece.Root root) {
        VectorLayout layout = new VectorLayout(ElementType.LONG, root.length());
        DataHandle whole;
        if (root.temporary()) {
            whole = runtime.data().temporary(layout);
        } else {
            memory[root.number()] = arena.allocate(ValueLayout.JAVA_LONG, root.length());
            whole = runtime.data().vector(memory[root.number()], ElementType.LONG, root.length());
        }
        whole.named(root.whole().toString()).reduction(ZERO, ADD);
        if (root.arbitrated()) {
            whole.arbitrated();
        }
        wholes[root.number()] = whole;
        plans[root.number()] = new Partition[root.parts().length];
        for (int plan = 0; plan < root.parts().length; plan++) {
            Partition partition = whole.plan(Filters.blocks(root.parts()[plan]));
            partition.children().forEach(child -> child.reduction(ZERO, ADD));
            plans[root.number()][plan] = partition;
        }
    }

    private DataHandle handle(Piece piece) {
        int root = piece.root().number();
        return piece.isWhole()
                ? wholes[root]
                : plans[root][piece.plan()].children().get(piece.child());
    }

    private static void zero(KernelContext kernel) {
        VectorView vector = kernel.view(0, VectorView.class);
        for (long index = 0; index < vector.length(); index++) {
            vector.setLong(index, 0);
        }
    }

    private static void add(KernelContext kernel) {
        VectorView sum = kernel.view(0, VectorView.class);
        VectorView more = kernel.view(1, VectorView.class);
        for (long index = 0; index < sum.length(); index++) {
            sum.setLong(index, sum.getLong(index) + more.getLong(index));
        }
    }

    private void run(KernelContext kernel) {
        Step step = graph.steps.get(kernel.argument(Long.class).intValue());
        surroundings.inKernel(kernel);
        if (step.begun.getAndIncrement() < step.failing) {
            throw new IllegalStateException("on purpose");
        }
        VectorView[] views = new VectorView[step.uses.length];
        for (int index = 0; index < views.length; index++) {
            views[index] = kernel.view(index, VectorView.class);
        }
        apply(step, views);
        step.returned.incrementAndGet();
    }

    private static void apply(Step step, VectorView[] views) {
        long read = 0;
        for (int use = 0; use < views.length; use++) {
            if (step.uses[use].looksAt()) {
                for (long index = 0; index < views[use].length(); index++) {
                    read = step.mix(read + views[use].getLong(index));
                }
            }
        }
        for (int use = 0; use < views.length; use++) {
            boolean writes = step.uses[use].mode().writes();
            boolean fills = step.uses[use].mode() == Access.SCRATCH;
            for (long index = 0; index < views[use].length() && (writes || fills); index++) {
                long base = step.uses[use].adds() ? views[use].getLong(index) : 0;
                views[use].setLong(index, base + step.mix(read + use + 31 * index));
            }
        }
    }

    /** Submits all and does what else happens. */
    public void submit() throws InterruptedException {
        for (Step step : graph.steps) {
            if (step.byProgram) {
                acquire(step);
            } else {
                tasks[step.number] = submit(step);
            }
            disturb(step);
            surroundings.submitted();
        }
    }

    private Task submit(Step step) {
        SchedulingContext context = surroundings.context(contexts, random);
        try {
            return task(step, context).submit();
        } catch (IllegalStateException closed) {
            surroundings.refused(context, closed);
            return task(step, context()).submit();
        }
    }

    private void acquire(Step step) throws InterruptedException {
        surroundings.beforeWaiting();
        Step.Use use = step.uses[0];
        step.outcome = Step.Outcome.DONE;
        try (Acquisition acquired = handle(use.piece()).acquire(use.mode())) {
            apply(step, new VectorView[] {acquired.view(VectorView.class)});
        } catch (CorruptDataException nothingThere) {
            step.outcome = Step.Outcome.FAILED;
        }
    }

    private Task task(Step step, SchedulingContext context) {
        step.inPassingContext = !contexts.contains(context);
        Task task = context.task(codelets[step.attempts])
                .argument((long) step.number)
                .priority(step.priority)
                .onCompletion(ended -> step.ended.incrementAndGet());
        for (Step.Use use : step.uses) {
            task.access(handle(use.piece()), use.mode());
        }
        for (int earlier : step.after) {
            task.after(tasks[earlier]);
        }
        for (int earlier : step.endsAfter) {
            task.endAfter(tasks[earlier]);
        }
        for (int earlier : step.afterTags) {
            task.afterTags(earlier);
        }
        if (step.tagged) {
            task.tag(step.number);
        }
        if (step.unordered) {
            task.sequentialConsistency(false);
        }
        if (step.rounds > 1) {
            task.repeatWhile(again -> step.returned.get() < step.rounds);
        }
        if (traits.has(Traits.Trait.PLACES) && contexts.contains(context)) {
            place(step, task, context);
        }
        if (traits.has(Traits.Trait.BUNDLES) && random.nextInt(6) == 0 && contexts.equals(List.of(context))) {
            if (bundles.isEmpty() || random.nextInt(5) == 0) {
                bundles.add(runtime.bundle("bundle"));
            }
            task.bundle(bundles.getLast());
        }
        return task;
    }

    private void place(Step step, Task task, SchedulingContext context) {
        List<Worker> workers = new ArrayList<>(context.workers());
        workers.retainAll(staying);
        if (workers.isEmpty()) {
            return;
        }
        Worker worker = workers.get(random.nextInt(workers.size()));
        switch (random.nextInt(12)) {
            case 0 -> task.on(worker);
            case 1 -> {
                if (!step.takesTurns() && step.rounds == 1) {
                    task.on(worker, nextOrder.merge(worker.id(), 1L, Long::sum));
                }
            }
            case 2 -> {
                if (!traits.has(Traits.Trait.BUNDLES)) {
                    task.where(asked -> asked.id() == worker.id());
                }
            }
            default -> {
                // Anywhere.
            }
        }
    }

    private void disturb(Step step) {
        if (traits.has(Traits.Trait.SWAPS) && random.nextInt(60) == 0) {
            surroundings.swap(contexts.get(random.nextInt(contexts.size())), random);
        }
        if (traits.has(Traits.Trait.CANCELLATIONS) && random.nextInt(25) == 0) {
            int which = random.nextInt(step.number + 1);
            if (random.nextBoolean()) {
                which = Math.max(0, step.number - random.nextInt(5));
            }
            if (tasks[which] != null && tasks[which].cancel()) {
                graph.steps.get(which).calledOff = true;
                assertTrue(tasks[which].cancel(), "called off once");
            }
        }
        if (traits.has(Traits.Trait.TRANSFERS) && random.nextInt(6) == 0) {
            int root = random.nextInt(wholes.length);
            Partition[] cuts = plans[root];
            boolean part = cuts.length > 0 && random.nextBoolean();
            List<DataHandle> parts = part ? cuts[random.nextInt(cuts.length)].children() : List.of(wholes[root]);
            move(parts.get(random.nextInt(parts.size())));
        }
    }

    private void move(DataHandle handle) {
        int node = random.nextInt(runtime.memoryNodes().size());
        switch (random.nextInt(6)) {
            case 0 -> handle.transfer(node, TransferKind.values()[random.nextInt(TransferKind.values().length)], 0);
            case 1 -> handle.allocateOn(node);
            case 2 -> handle.wontUse();
            case 3 -> {
                if (node != 0) {
                    handle.evict(node);
                }
            }
            case 4 -> handle.writeThrough(node);
            default -> handle.writeThrough();
        }
    }

    /** Waits for all tasks, and notes how they ended. */
    public void await() throws InterruptedException {
        surroundings.beforeWaiting();
        try {
            runtime.waitAll();
        } catch (TasksFailedException expected) {
            // Each task is looked at below.
        }
        note();
    }

    private void note() {
        for (Step step : graph.steps) {
            Task task = tasks[step.number];
            if (task != null) {
                TaskState state = task.state();
                assertTrue(state.isFinal(), () -> task + " is " + state);
                step.outcome = Step.Outcome.valueOf(state.name());
            }
        }
    }

    /** Compares with what the steps give one after the other. */
    public void check() throws InterruptedException {
        Checker checker = new Checker(graph);
        checker.replay();
        for (Piece.Root root : graph.roots) {
            DataHandle whole = wholes[root.number()];
            long[] found = contentOf(root, whole);
            boolean corrupt = found == null;
            assertTrue(corrupt || !checker.mustBeCorrupt(root), () -> root + " must be marked as not written");
            assertTrue(!corrupt || checker.mayBeCorrupt(root), () -> root + " is marked as not written");
            if (!checker.mayBeCorrupt(root) || !root.summed() && !corrupt) {
                assertArrayEquals(checker.expected(root), found, () -> root.toString());
            }
        }
    }

    private long[] contentOf(Piece.Root root, DataHandle whole) throws InterruptedException {
        long[] found = new long[root.length()];
        try (Acquisition acquired = whole.acquire(Access.R)) {
            for (int index = 0; index < found.length; index++) {
                found[index] = acquired.view(VectorView.class).getLong(index);
            }
        } catch (CorruptDataException corrupt) {
            assertTrue(whole.isCorrupt(), "says that it is not written");
            whole.discard();
            return null;
        }
        whole.close();
        if (!root.temporary()) {
            assertArrayEquals(found, memory[root.number()].toArray(ValueLayout.JAVA_LONG), "at home");
        }
        return found;
    }

    /** Closes the runtime while its tasks are under way; all have ended then. */
    void closeInTheMiddle() {
        runtime.close();
        note();
    }

    SchedulingContext context() {
        return contexts.getFirst();
    }

    /** The runtime that the graph runs on. */
    public TaskRuntime runtime() {
        return runtime;
    }

    @Override
    public void close() {
        surroundings.beforeWaiting();
        runtime.close();
        laboratory.close();
        arena.close();
        for (NodesDriver.Memory memory : driver.memories()) {
            boolean unused = memory.allocations() == 0; // a memory that no worker works in is not opened
            assertTrue(
                    memory.isClosed() || unused,
                    () -> memory.used() + " bytes of " + memory.name() + " are not given back");
        }
    }
}
