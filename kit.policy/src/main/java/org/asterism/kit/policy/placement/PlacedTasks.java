package org.asterism.kit.policy.placement;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The waiting tasks of a worker, ordered by priority and then by age, or by age alone. Adding takes logarithmic time in
 * the number of different priorities, and taking takes constant time. A new priority shifts the higher ones.
 *
 * <p><b>Threads.</b> One at a time; the {@link WorkerQueue} has a lock.
 */
final class PlacedTasks {
    /** Tasks of the same priority. */
    static final class Rank {
        int priority;
        Placed first;
        Placed last;
        int count;

        /** Of all its tasks together. */
        long lengths;

        long work;
    }

    private final boolean sorted;

    /** In ascending order, so that the first to be emptied is the last in the array. */
    private Rank[] ranks = new Rank[4];

    private int used;
    private int size;

    PlacedTasks(boolean sorted) {
        this.sorted = sorted;
    }

    int size() {
        return size;
    }

    /** The task whose turn it is by order, or null. */
    Placed first() {
        return used == 0 ? null : ranks[used - 1].first;
    }

    /** Adds all tasks to a list that a condition holds for. */
    void collect(Predicate<? super Placed> wanted, List<? super Placed> into) {
        for (int at = used - 1; at >= 0; at--) {
            for (Placed placed = ranks[at].first; placed != null; placed = placed.next) {
                if (wanted.test(placed)) {
                    into.add(placed);
                }
            }
        }
    }

    void add(Placed placed) {
        Rank rank = rank(sorted ? placed.priority : 0);
        placed.rank = rank;
        placed.next = null;
        placed.previous = rank.last;
        if (rank.last == null) {
            rank.first = placed;
        } else {
            rank.last.next = placed;
        }
        rank.last = placed;
        rank.count++;
        rank.lengths += placed.length;
        rank.work += placed.work();
        size++;
    }

    private Rank rank(int priority) {
        int at = firstNotBelow(priority);
        if (at < used && ranks[at].priority == priority) {
            return ranks[at];
        }
        if (used == ranks.length) {
            ranks = Arrays.copyOf(ranks, 2 * used);
        }
        Rank fresh = ranks[used] == null ? new Rank() : ranks[used];
        System.arraycopy(ranks, at, ranks, at + 1, used - at);
        ranks[at] = fresh;
        used++;
        fresh.priority = priority;
        return fresh;
    }

    private int firstNotBelow(int priority) {
        int low = 0;
        int high = used;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranks[middle].priority < priority) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void remove(Placed placed) {
        Rank rank = placed.rank;
        if (placed.previous == null) {
            rank.first = placed.next;
        } else {
            placed.previous.next = placed.next;
        }
        if (placed.next == null) {
            rank.last = placed.previous;
        } else {
            placed.next.previous = placed.previous;
        }
        placed.previous = null;
        placed.next = null;
        placed.rank = null;
        rank.count--;
        rank.lengths -= placed.length;
        rank.work -= placed.work();
        size--;
        if (rank.count == 0) {
            int at = firstNotBelow(rank.priority);
            used--;
            System.arraycopy(ranks, at + 1, ranks, at, used - at);
            ranks[used] = rank; // for the next new priority
        }
    }

    /** Whether a task of this priority would come before all that are here. */
    boolean comesFirst(int priority) {
        return used == 0 || ranks[used - 1].priority < priority;
    }

    /** Whether a task of this priority would come behind all that are here. */
    boolean comesLast(int priority) {
        return used == 0 || ranks[0].priority >= priority;
    }

    /** Returns the number of tasks that would run before a new task of this priority. */
    int countAhead(int priority) {
        int count = 0;
        for (int at = used - 1; at >= 0 && ranks[at].priority >= priority; at--) {
            count += ranks[at].count;
        }
        return count;
    }

    /** Returns the duration of the kernels that would run before a new task of this priority. */
    long lengthsAhead(int priority) {
        long sum = 0;
        for (int at = used - 1; at >= 0 && ranks[at].priority >= priority; at--) {
            sum += ranks[at].lengths;
        }
        return sum;
    }

    /** Returns the time for which the tasks that would run before a new task of this priority occupy their worker. */
    long workAhead(int priority) {
        long sum = 0;
        for (int at = used - 1; at >= 0 && ranks[at].priority >= priority; at--) {
            sum += ranks[at].work;
        }
        return sum;
    }
}
