package org.asterism.core.internal.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.Clock;
import org.asterism.api.TasksFailedException;

/** What has failed in a context since the last report. The first failures are kept whole, further ones are counted. */
public final class Failures {
    private static final int MOST_KEPT = 100;

    /** A failure and when it happened. */
    private record Kept(long time, Throwable failure) {}

    /** All that a context has to report. */
    private record Account(List<Kept> kept, long unlisted, Throwable firstDependent, long dependents) {}

    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Kept> kept = new ArrayList<>();
    private long unlisted;
    private Throwable firstDependent;
    private long dependents;

    Failures(Clock clock) {
        this.clock = clock;
    }

    void add(Throwable failure) {
        long time = clock.nanoTime();
        lock.lock();
        try {
            if (kept.size() < MOST_KEPT) {
                kept.add(new Kept(time, failure));
            } else {
                unlisted++;
            }
        } finally {
            lock.unlock();
        }
    }

    void addDependent(Throwable failure) {
        lock.lock();
        try {
            if (firstDependent == null) {
                firstDependent = failure;
            }
            dependents++;
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is nothing to report. */
    public boolean isEmpty() {
        lock.lock();
        try {
            return kept.isEmpty() && dependents == 0 && unlisted == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Takes over what a context that ends has to report still. */
    void absorb(Failures ended) {
        Account account = ended.take();
        lock.lock();
        try {
            kept.addAll(account.kept());
            unlisted += account.unlisted();
            firstDependent = firstDependent == null ? account.firstDependent() : firstDependent;
            dependents += account.dependents();
        } finally {
            lock.unlock();
        }
    }

    private Account take() {
        lock.lock();
        try {
            Account account = new Account(kept, unlisted, firstDependent, dependents);
            kept = new ArrayList<>();
            unlisted = 0;
            firstDependent = null;
            dependents = 0;
            return account;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reports all that some contexts have, once, in the order in which it happened; null if nothing has failed. If all that
     * failed are tasks that needed one of an earlier report, the first of them stands for itself: whoever waits must not
     * take them for done.
     */
    public static TasksFailedException report(Collection<Failures> contexts) {
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
