package org.asterism.core.internal.context;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.asterism.api.TasksFailedException;

/** Failures for a report: the first ones in full, further ones only as a number. Not thread-safe. */
final class FailureAccount {
    private static final int MOST_KEPT = 100;

    private record Kept(long time, Throwable failure) {}

    private final List<Kept> kept = new ArrayList<>();
    private long unlisted;
    private Throwable firstDependent;
    private long dependents;

    /** Whether the next failure would be kept in full. */
    boolean hasRoom() {
        return kept.size() < MOST_KEPT;
    }

    /** Adds a failure that happened at a time. */
    void add(long time, Throwable failure) {
        if (hasRoom()) {
            kept.add(new Kept(time, failure));
        } else {
            unlisted++;
        }
    }

    /** Counts a failure that is not to be described. */
    void addUnlisted() {
        unlisted++;
    }

    /** Counts a task that failed because of another's failure. */
    void addDependent(Throwable failure) {
        firstDependent = firstDependent == null ? failure : firstDependent;
        dependents++;
    }

    void addAll(FailureAccount other) {
        kept.addAll(other.kept);
        unlisted += other.unlisted;
        firstDependent = firstDependent == null ? other.firstDependent : firstDependent;
        dependents += other.dependents;
    }

    boolean isEmpty() {
        return kept.isEmpty() && dependents == 0 && unlisted == 0;
    }

    /**
     * Describes what some accounts have, in the order in which it happened; null if that is nothing. If all failures
     * depend on one of an earlier report, the first of them is reported itself, because a waiting thread must not take
     * the tasks for done.
     */
    static TasksFailedException report(List<FailureAccount> accounts) {
        List<Throwable> failures = new ArrayList<>(accounts.stream()
                .flatMap(account -> account.kept.stream())
                .sorted(Comparator.comparingLong(Kept::time))
                .map(Kept::failure)
                .toList());
        long unlisted = accounts.stream().mapToLong(account -> account.unlisted).sum();
        long dependents =
                accounts.stream().mapToLong(account -> account.dependents).sum();
        if (failures.isEmpty()) {
            if (dependents == 0) {
                return null;
            }
            failures.add(accounts.stream()
                    .map(account -> account.firstDependent)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow());
            dependents--;
        }
        List<Throwable> listed = failures.subList(0, Math.min(MOST_KEPT, failures.size()));
        return new TasksFailedException(listed, unlisted + failures.size() - listed.size(), dependents);
    }
}
