package org.asterism.core.internal.runtime;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.PolicySupervisor;
import org.asterism.core.internal.context.Relations;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.runtime.waiting.ProgramWaits;

/**
 * The requests of contexts and their policies that concern other contexts. It refuses, defers or performs them, and
 * notifies threads that wait for tasks.
 */
final class ContextRelations implements Relations {
    private final Contexts contexts;
    private final ProgramWaits waits;
    private final Supplier<? extends ContextWorker> currentWorker;

    /**
     * Makes it.
     *
     * @param currentWorker gives the worker of the runtime that the calling thread is, or null
     */
    ContextRelations(Contexts contexts, ProgramWaits waits, Supplier<? extends ContextWorker> currentWorker) {
        this.contexts = contexts;
        this.waits = waits;
        this.currentWorker = currentWorker;
    }

    @Override
    public boolean isDefault(Context context) {
        return context == contexts.first();
    }

    @Override
    public void move(Context changed, Collection<? extends Worker> workers, boolean in) {
        String what = (in ? "addWorkers" : "removeWorkers") + workers;
        ContextWorker self = currentWorker.get();
        boolean inPolicy = self != null && self.isScheduling() || PolicySupervisor.isPolicyCalling();
        if (!inPolicy) {
            contexts.refusePolicies(what);
            contexts.move(changed, workers, in);
        } else if (self == null) {
            throw PolicySupervisor.refused(what);
        } else {
            contexts.check(changed, workers, in);
            self.defer(() -> contexts.move(changed, workers, in), what);
        }
    }

    @Override
    public void closeNested(Context closing) {
        contexts.closeNested(closing);
    }

    @Override
    public boolean leaveToHeir(Context closing) {
        boolean left = contexts.leaveToHeir(closing);
        waits.wakeAll(); // its tasks were counted twice for a moment
        return left;
    }

    @Override
    public boolean end(Context ending, long inheritances) {
        boolean hasEnded = contexts.remove(ending, inheritances);
        waits.wakeAll(); // its tasks were counted twice for a moment
        return hasEnded;
    }

    @Override
    public List<Context> waitedFor(Context awaited) {
        return contexts.tree().waitedFor(awaited);
    }
}
