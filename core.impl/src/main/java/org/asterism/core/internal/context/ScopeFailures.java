package org.asterism.core.internal.context;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;

/**
 * The failures in a scope. They stay, so that each thread that waits for the scope learns of them. The scope's end
 * needs to know which of them nobody has heard of.
 */
public final class ScopeFailures {
    private final String scope;
    private final ContextHome home;
    private final FailureAccount account = new FailureAccount();

    /** The last reason of others for which tasks of the scope were called off together. */
    private CalledOff reasonOfOthers;

    /** Number of tasks that were called off with the scope. */
    private long calledOff;

    private boolean unreported;

    ScopeFailures(String scope, ContextHome home) {
        this.scope = scope;
        this.home = home;
    }

    @Override
    public String toString() {
        return scope;
    }

    synchronized void add(Throwable failure) {
        owe();
        account.add(home.clock().nanoTime(), failure);
    }

    /** Makes the runtime know that these failures must be reported. */
    private void owe() {
        if (!unreported) {
            unreported = true;
            home.unreportedScopes().add(this);
        }
    }

    synchronized void failedDependently(TaskFailedException failure) {
        owe();
        account.addDependent(failure);
    }

    /**
     * Counts a task that was called off. Nothing is to be reported if its program has called off this very task, or one
     * that it depends on.
     *
     * @param own the reason why the scope itself is cancelled, or null
     */
    synchronized void calledOff(Job job, CalledOff own) {
        if (!(job.inheritance() instanceof CalledOff why)) {
            return;
        }
        if (why == own) {
            calledOff++;
        } else if (why.taskId() == 0 || why.isByRuntimeFor(job)) {
            owe();
            if (why == reasonOfOthers) {
                account.addUnlisted();
            } else {
                reasonOfOthers = why;
                account.add(home.clock().nanoTime(), job.namedFailure());
            }
        }
    }

    /**
     * Reports all failures so far; null if there are none.
     *
     * @param own the reason why the scope itself is cancelled, which is reported if tasks were called off; or null
     */
    synchronized TasksFailedException report(CalledOff own) {
        if (unreported) {
            unreported = false;
            home.unreportedScopes().remove(this);
        }
        FailureAccount cancellation = new FailureAccount();
        if (own != null && calledOff > 0) {
            String number = calledOff == 1 ? "1 of its tasks was" : calledOff + " of its tasks were";
            CancellationException reason = new CancellationException(own.getMessage() + "; " + number + " called off");
            reason.initCause(own.getCause());
            cancellation.add(home.clock().nanoTime(), reason);
        }
        return FailureAccount.report(List.of(account, cancellation));
    }

    /** Reports all failures if something has failed since the last report; else null. */
    public synchronized TasksFailedException reportNew() {
        return unreported ? report(null) : null;
    }
}
