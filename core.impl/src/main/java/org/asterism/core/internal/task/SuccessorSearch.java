package org.asterism.core.internal.task;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.Task;

/**
 * Searches for the tasks of programs that wait for a task, directly or behind tags and places of the runtime, such as
 * those that cut data.
 *
 * <p>It visits each place once, because many ways may lead there, and the nearest places first. It follows all
 * dependencies on the task itself, but only {@value #MOST_BEHIND} behind places. Each of many tasks may lead to the
 * same long row of places, so an unlimited search would take quadratic time in its length.
 */
final class SuccessorSearch {
    /** {@link org.asterism.api.TaskGraph} states this number. */
    static final int MOST_BEHIND = 4096;

    private final Consumer<? super Task> visitor;
    private ArrayDeque<Predecessor> open;
    private Set<Predecessor> found;
    private int left = MOST_BEHIND;

    SuccessorSearch(Consumer<? super Task> visitor) {
        this.visitor = visitor;
    }

    void from(Job task) {
        Successors.forEach(task, this::visit);
        for (Round carried : task.tags()) {
            expand(carried);
        }
        while (open != null && !open.isEmpty() && left > 0) {
            Successors.forEachWhile(open.poll(), successor -> {
                visit(successor);
                return --left > 0;
            });
        }
    }

    private void visit(Successor successor) {
        if (!(successor instanceof Job job)) {
            if (successor instanceof TagJoin join) {
                expand(join.joined());
            }
        } else if (job.host().runsTasks()) {
            visitor.accept(job);
        } else {
            expand(job);
        }
    }

    private void expand(Predecessor place) {
        if (open == null) {
            open = new ArrayDeque<>();
            found = Collections.newSetFromMap(new IdentityHashMap<>());
        }
        if (found.add(place)) {
            open.add(place);
        }
    }
}
