package org.asterism.core.internal.runtime.waiting;

import java.util.Collection;
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

/** Tells threads that wait for a runtime's tasks whether anything moves in it, and whether anything could. */
public record RuntimeActivity(
        Contexts contexts,
        WorkerPool pool,
        Sleepers sleepers,
        Traffic traffic,
        DataAccess access,
        BooleanSupplier paused,
        BooleanSupplier held,
        Function<Collection<GraphNode>, TaskInspector> inspector,
        LongSupplier changesByOthers)
        implements StuckWatch.Activity {
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
    public boolean isHeld() {
        return held.getAsBoolean();
    }

    @Override
    public Collection<?> heldBeyond(Predicate<Thread> cannotRelease) {
        return access.heldBeyond(cannotRelease);
    }

    @Override
    public long changes() {
        return changesByOthers.getAsLong();
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
