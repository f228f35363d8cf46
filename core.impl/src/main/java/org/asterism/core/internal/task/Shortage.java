package org.asterism.core.internal.task;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The lack of memory for a task's data on a memory node: the task cannot run on the workers there.
 *
 * <p>Either the data never fit, or the memory's driver gave none because other programs may have taken it. The second
 * kind ends when the driver has given or taken back other memory there, which it counts. If the task finds no memory
 * again, it waits for twice as many changes each time. So it does not evict the node's copies over and over.
 */
public final class Shortage {
    private static final int MOST_CHANGES = 1 << 20;

    private final int node;
    private final String numbers;
    private final MemoryChanges changes;
    private final int wait;
    private final int end;

    private Shortage(int node, String numbers, MemoryChanges changes, int wait, int end) {
        this.node = node;
        this.numbers = numbers;
        this.changes = changes;
        this.wait = wait;
        this.end = end;
    }

    /**
     * A shortage that never ends.
     *
     * @param node the id of the memory node
     * @param numbers the needed and the available memory there, in words that follow "needs"
     */
    public static Shortage forEver(int node, String numbers) {
        return new Shortage(node, numbers, null, 0, 0);
    }

    /**
     * A shortage that ends when the node's memory has changed.
     *
     * @param changes counts how often it has
     */
    public static Shortage passing(int node, String numbers, MemoryChanges changes) {
        return new Shortage(node, numbers, changes, 1, changes.count() + 1);
    }

    /** The same shortage of a task that has found no room there before. */
    Shortage after(Shortage former) {
        if (changes == null || former.changes == null) {
            return this;
        }
        int longer = Math.min(2 * former.wait, MOST_CHANGES);
        return new Shortage(node, numbers, changes, longer, end + longer - 1);
    }

    int node() {
        return node;
    }

    /** Whether it has not ended; any thread. */
    boolean lasts() {
        return changes == null || !changes.hasPassed(end);
    }

    /**
     * Wakes the workers of a memory node when a task's shortage there has ended. Called before the task goes to the
     * policy again.
     *
     * @param latest the shortage that was noted last, which tells the node
     */
    public static void awaitEnd(Job job, Shortage latest) {
        for (Shortage known : Eligibility.shortages(job)) {
            if (known.node == latest.node && known.changes != null) {
                known.changes.await(known.end);
            }
        }
    }

    /** The numbers of several, in words that follow "needs". */
    public static String list(List<Shortage> some) {
        return some.stream().map(shortage -> shortage.numbers).collect(Collectors.joining(", and "));
    }
}
