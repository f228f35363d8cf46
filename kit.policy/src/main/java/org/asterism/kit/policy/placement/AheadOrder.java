package org.asterism.kit.policy.placement;

import java.util.Arrays;

/**
 * Orders many workers by the time at which they could begin a task of a given priority. Only those tasks in a worker's
 * queue count that will run before the new task.
 *
 * <p>No single order holds for all priorities. But a task has to wait for at least as much work as a task of higher
 * priority. So this class keeps orders for a few priorities, chosen from the recent questions. The order for the next
 * higher priority gives a lower bound for each worker. Workers are examined in the order of these bounds, until none of
 * the others can be better than the best one found: branch and bound (Land and Doig, 1960).
 *
 * <p><b>Threads.</b> One at a time; the {@link WorkerGroup} has a lock.
 */
final class AheadOrder {
    private static final int LEVELS = 12;
    private static final int REMEMBERED = 256;
    private static final int REST = 4096;

    private final WorkerQueue[] members;
    private final int[] asked = new int[REMEMBERED];
    private long questions;
    private long nextChoice = 1;

    /** In ascending order; one more order is for all that are higher. */
    private int[] levels = {};

    private EndOrder bounds;
    private long[] lengths;
    private int[] leftOut = new int[16];

    AheadOrder(WorkerQueue[] members) {
        this.members = members;
    }

    void changed(WorkerQueue queue, boolean ranged) {
        if (bounds != null) {
            queue.lengthsAtLeast(levels, ranged, lengths);
            bounds.set(queue.position, queue.start(), lengths);
        }
    }

    /** As {@link EndOrder#earliest}, for the question's priority. */
    int earliest(Question question, long moment) {
        choosePriorities(question);
        bounds.advance(question.now);
        int order = 0;
        while (order < levels.length && levels[order] < question.priority) {
            order++;
        }
        int best = -1;
        long soonest = Long.MAX_VALUE;
        int out = 0;
        for (int next = bounds.earliest(order, moment); next >= 0; next = bounds.earliest(order, moment)) {
            long atLeast = Math.max(bounds.end(order, next), moment);
            if (atLeast > soonest || atLeast == soonest && next > best) {
                break;
            }
            long ready = Math.max(members[next].ready(question), moment);
            if (ready < soonest || ready == soonest && next < best) {
                best = next;
                soonest = ready;
            }
            bounds.leaveOut(order, next);
            if (out == leftOut.length) {
                leftOut = Arrays.copyOf(leftOut, 2 * out);
            }
            leftOut[out++] = next;
        }
        while (out > 0) {
            bounds.putBack(order, leftOut[--out]);
        }
        return best;
    }

    /** Looks from time to time which priorities tasks have just now, and makes orders for some of them. */
    private void choosePriorities(Question question) {
        asked[(int) (questions++ % REMEMBERED)] = question.priority;
        if (questions < nextChoice) {
            return;
        }
        nextChoice = questions + Math.min(4 * questions, Math.max(REST, members.length));
        int known = (int) Math.min(questions, REMEMBERED);
        int[] sorted = Arrays.stream(asked, 0, known).sorted().distinct().toArray();
        int[] chosen = sorted;
        if (sorted.length > LEVELS) {
            chosen = new int[LEVELS];
            for (int level = 0; level < LEVELS; level++) {
                chosen[level] = sorted[(level + 1) * sorted.length / LEVELS - 1];
            }
        }
        if (bounds == null || !Arrays.equals(chosen, levels)) {
            levels = chosen;
            lengths = new long[levels.length + 1];
            bounds = new EndOrder(members.length, levels.length + 1, question.now);
            for (WorkerQueue queue : members) {
                changed(queue, question.ranged);
            }
        }
    }
}
