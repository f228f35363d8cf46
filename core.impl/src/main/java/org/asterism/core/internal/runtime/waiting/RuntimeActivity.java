package org.asterism.core.internal.runtime.waiting;

import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.asterism.api.ContextState;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.TaskCounts;
import org.asterism.core.internal.runtime.pool.WorkerPool;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.use.DataAccess;
import org.asterism.core.internal.worker.Sleepers;

/** A runtime as one sees it who waits for its tasks: whether anything moves, and whether anything could. */
public final class RuntimeActivity implements StuckWatch.Activity {
    private final Contexts contexts;
    private final WorkerPool pool;
    private final Sleepers sleepers;
    private final Traffic traffic;
    private final DataAccess access;
    private final BooleanSupplier paused;
    private final Function<Collection<GraphNode>, TaskInspector> inspector;
    private final LongSupplier changes;

    public RuntimeActivity(
            Contexts contexts,
            WorkerPool pool,
            Sleepers sleepers,
            Traffic traffic,
            DataAccess access,
            BooleanSupplier paused,
            Function<Collection<GraphNode>, TaskInspector> inspector,
            LongSupplier changes) {
        this.contexts = contexts;
        this.pool = pool;
        this.sleepers = sleepers;
        this.traffic = traffic;
        this.access = access;
        this.paused = paused;
        this.inspector = inspector;
        this.changes = changes;
    }

    @Override
    public long movements() {
        long sum = sleepers.risings() + traffic.movements();
        for (Context context : contexts.all()) {
            TaskCounts counts = context.tasks().counts();
            sum += counts.submittedSoFar()
                    + counts.doneSoFar()
                    + counts.failedSoFar()
                    + counts.cancelledSoFar()
                    + context.policyChanges();
        }
        return sum;
    }

    @Override
    public boolean isAtRest() {
        // A policy may come, and a pause may end.
        return !paused.getAsBoolean()
                && contexts.all().stream().allMatch(context -> context.state() == ContextState.ACTIVE)
                && pool.isAtRest()
                && traffic.isAtRest();
    }

    @Override
    public long outsideWork() {
        return contexts.all().stream()
                .mapToLong(context -> context.tasks().cancellation().outsideWork())
                .sum();
    }

    @Override
    public List<String> heldBeyond(Predicate<Thread> cannotRelease) {
        return access.heldBeyond(cannotRelease);
    }

    @Override
    public long changes() {
        return changes.getAsLong();
    }

    @Override
    public void awaitChanges() {
        contexts.awaitMoves();
        contexts.all().forEach(Context::awaitChange);
    }

    @Override
    public TaskInspector look(Collection<GraphNode> awaited) {
        return inspector.apply(awaited);
    }
}
