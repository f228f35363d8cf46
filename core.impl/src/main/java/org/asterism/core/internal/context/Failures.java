package org.asterism.core.internal.context;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.asterism.api.Clock;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Job;

/**
 * The failures in a context since the last report. The first failures are kept in full, further ones are only counted.
 * The class also decides whether failures cancel other tasks.
 */
public final class Failures {
    private final Clock clock;
    private final FailFast failFast;
    private FailureAccount account = new FailureAccount();
    private volatile Failures heir;

    /** Reason why tasks are being called off at the moment, as long as none has ended for that reason. */
    private final Set<CalledOff> pending = ConcurrentHashMap.newKeySet();

    Failures(Clock clock, FailFast failFast) {
        this.clock = clock;
        this.failFast = failFast;
    }

    /** Keeps the failure of a task for the next report, and calls others off if it is so wanted. */
    void failed(TaskFailedException failure) {
        add(failure);
        failFast.failed(failure);
    }

    /** Counts a task that failed because of another's failure, and calls others off if it is so wanted. */
    void failedDependently(TaskFailedException failure) {
        change(account -> account.addDependent(failure));
        failFast.failed(failure);
    }

    /** Keeps what is no task's failure for the next report. */
    void add(Throwable failure) {
        long now = clock.nanoTime();
        change(account -> account.add(now, failure));
    }

    /** Changes the failures of the context that has inherited these last, or these. */
    private void change(Consumer<FailureAccount> change) {
        Failures next;
        synchronized (this) {
            next = heir;
            if (next == null) {
                change.accept(account);
                return;
            }
        }
        next.change(change);
    }

    /**
     * Records that tasks are about to be cancelled. The reason becomes part of the next report when the first task has
     * been cancelled, before that task is counted. So a thread that waits for it sees the reason.
     */
    public void mayCallOff(CalledOff why) {
        pending.add(why);
    }

    /**
     * Notes that all tasks have been called off that {@link #mayCallOff} was about.
     *
     * @param hasCalledOff false if there was none: then the reason is not reported
     */
    public void hasCalledOff(CalledOff why, boolean hasCalledOff) {
        if (pending.remove(why) && hasCalledOff) {
            add(why);
        }
    }

    private void reportPending() {
        for (CalledOff why : pending) {
            hasCalledOff(why, true);
        }
        Failures next = heir;
        if (next != null) {
            next.reportPending();
        }
    }

    /**
     * Keeps for the next report that the runtime has called a task off by itself, or a program all tasks; nothing if a
     * program has called off this task, or a failure has.
     */
    void calledOff(Job job) {
        reportPending();
        if (job.inheritance() instanceof CalledOff why && why.isByRuntimeFor(job)) {
            long now = clock.nanoTime();
            // Of very many only the first are described.
            change(account -> account.add(now, account.hasRoom() ? job.namedFailure() : why));
        }
    }

    /** Whether there is nothing to report, and no task called off until there is. */
    public synchronized boolean isEmpty() {
        return failFast.cause() == null && account.isEmpty();
    }

    /** Makes another context report unreported failures and all later ones. */
    void passTo(Failures inheriting) {
        FailureAccount taken;
        synchronized (this) {
            heir = inheriting;
            taken = take();
        }
        inheriting.change(account -> account.addAll(taken));
    }

    private synchronized FailureAccount take() {
        FailureAccount taken = account;
        account = new FailureAccount();
        return taken;
    }

    /**
     * Reports all failures of some contexts once, see {@link FailureAccount#report}; null if nothing has failed.
     * Contexts that cancelled their tasks accept new ones again.
     */
    public static TasksFailedException report(List<Failures> contexts) {
        List<CalledOff> before =
                contexts.stream().map(each -> each.failFast.cause()).toList();
        TasksFailedException report =
                FailureAccount.report(contexts.stream().map(Failures::take).toList());
        for (int index = 0; index < before.size(); index++) {
            contexts.get(index).failFast.reported(before.get(index));
        }
        return report;
    }
}
