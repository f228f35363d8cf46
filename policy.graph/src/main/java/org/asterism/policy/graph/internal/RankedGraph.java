package org.asterism.policy.graph.internal;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.spi.policy.GraphSnapshot;
import org.asterism.spi.policy.PolicyContext;

/**
 * The ranks of the tasks in the graph, as far as they are known.
 *
 * <p><b>Threads.</b> One thread at a time calls {@link #rank}. Any thread may call the other methods.
 */
final class RankedGraph {
    private final PolicyContext context;
    private final Ranking ranking;
    private volatile Ranks ranks = Ranks.NONE;

    RankedGraph(PolicyContext context, Ranking ranking) {
        this.context = context;
        this.ranking = ranking;
    }

    /** Number of tasks that still have a rank. */
    int size() {
        return ranks.size();
    }

    /** The rank that was found for a task, or what the ranks of its successors say; forgets it. */
    long rankOf(Task task) {
        Ranks known = ranks;
        int rank = known.take(task);
        if (rank != Ranks.UNKNOWN) {
            return rank;
        }
        int[] least = {0};
        context.graph().forEachSuccessor(task, successor -> {
            least[0] = Math.max(least[0], 1 + Math.max(0, known.get(successor)));
        });
        return least[0];
    }

    /** Ranks tasks, and all that wait for them. */
    void rank(List<Task> roots) {
        GraphSnapshot graph = GraphSnapshot.of(context.graph(), roots);
        int[] found = ranking.rank(graph, context.seed());
        Ranks old = ranks;
        Ranks made = new Ranks(graph.size() + old.size());
        for (int number = 0; number < found.length; number++) {
            made.put(graph.task(number), found[number]);
        }
        made.putAbsent(old);
        ranks = made;
    }
}
