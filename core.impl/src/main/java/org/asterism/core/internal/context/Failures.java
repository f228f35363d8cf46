package org.asterism.core.internal.context;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
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
    private static final int MOST_KEPT = 100;

    private record Kept(long time, Throwable failure) {}

    private record Account(List<Kept> kept, long unlisted, Throwable firstDependent, long dependents) {}

    private final Clock clock;
    private final FailFast failFast;
    private List<Kept> kept = new ArrayList<>();
    private long unlisted;
    private Throwable firstDependent;
    private long dependents;
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
        acting(acting -> acting.take(new Account(List.of(), 0, failure, 1)));
        failFast.failed(failure);
    }

    /** Keeps what is no task's failure for the next report. */
    void add(Throwable failure) {
        Kept now = new Kept(clock.nanoTime(), failure);
        acting(acting -> acting.keep(now));
    }

    /** Looks at or changes the failures of the context that has inherited these last, or these. */
    private <T> T acting(Function<Failures, T> change) {
        Failures next;
        synchronized (this) {
            next = heir;
            if (next == null) {
                return change.apply(this);
            }
        }
        return next.acting(change);
    }

    private boolean keep(Kept failure) {
        boolean hasRoom = kept.size() < MOST_KEPT;
        if (hasRoom) {
            kept.add(failure);
        } else {
            unlisted++;
        }
        return hasRoom;
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
            boolean hasRoom = acting(acting -> acting.kept.size() < MOST_KEPT);
            add(hasRoom ? job.namedFailure() : why); // of very many only the first are described
        }
    }

    /** Whether there is nothing to report, and no task called off until there is. */
    public synchronized boolean isEmpty() {
        return failFast.cause() == null && kept.isEmpty() && dependents == 0 && unlisted == 0;
    }

    /** Makes another context report unreported failures and all later ones. */
    void passTo(Failures inheriting) {
        Account account;
        synchronized (this) {
            heir = inheriting;
            account = take();
        }
        inheriting.acting(acting -> acting.take(account));
    }

    private Account take(Account account) {
        kept.addAll(account.kept());
        unlisted += account.unlisted();
        firstDependent = firstDependent == null ? account.firstDependent() : firstDependent;
        dependents += account.dependents();
        return account;
    }

    private synchronized Account take() {
        Account account = new Account(kept, unlisted, firstDependent, dependents);
        kept = new ArrayList<>();
        unlisted = 0;
        firstDependent = null;
        dependents = 0;
        return account;
    }

    /**
     * Reports all failures of some contexts once, in the order in which they happened; null if nothing has failed. If
     * all failures depend on one of an earlier report, the first of them is reported itself, because a waiting thread
     * must not take the tasks for done. Contexts that cancelled their tasks accept new ones again.
     */
    public static TasksFailedException report(List<Failures> contexts) {
        List<CalledOff> before =
                contexts.stream().map(each -> each.failFast.cause()).toList();
        TasksFailedException report = collect(contexts);
        for (int index = 0; index < before.size(); index++) {
            contexts.get(index).failFast.reported(before.get(index));
        }
        return report;
    }

    private static TasksFailedException collect(List<Failures> contexts) {
        List<Account> accounts = contexts.stream().map(Failures::take).toList();
        List<Throwable> failures = new ArrayList<>(accounts.stream()
                .flatMap(account -> account.kept().stream())
                .sorted(Comparator.comparingLong(Kept::time))
                .map(Kept::failure)
                .toList());
        long unlisted = accounts.stream().mapToLong(Account::unlisted).sum();
        long dependents = accounts.stream().mapToLong(Account::dependents).sum();
        if (failures.isEmpty()) {
            if (dependents == 0) {
                return null;
            }
            failures.add(accounts.stream()
                    .map(Account::firstDependent)
                    .filter(first -> first != null)
                    .findFirst()
                    .orElseThrow());
            dependents--;
        }
        List<Throwable> listed = failures.subList(0, Math.min(MOST_KEPT, failures.size()));
        return new TasksFailedException(listed, unlisted + failures.size() - listed.size(), dependents);
    }
}
