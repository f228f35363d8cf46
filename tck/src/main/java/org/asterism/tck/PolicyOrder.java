package org.asterism.tck;

import java.util.Comparator;
import java.util.List;
import org.asterism.api.Task;

/** Order of ready tasks that a policy promises to a single worker that can execute all of them. */
public enum PolicyOrder {
    /** No promise. */
    ANY {
        @Override
        boolean allows(Task popped, List<? extends Task> inOrderOfPushes) {
            return true;
        }
    },
    /** The task that was pushed first comes first. */
    FIFO {
        @Override
        boolean allows(Task popped, List<? extends Task> inOrderOfPushes) {
            return popped == inOrderOfPushes.getFirst();
        }
    },
    /** The task that was pushed last comes first. */
    LIFO {
        @Override
        boolean allows(Task popped, List<? extends Task> inOrderOfPushes) {
            return popped == inOrderOfPushes.getLast();
        }
    },
    /** The task with the highest priority comes first; among equals, the one that was pushed first. */
    PRIORITY {
        @Override
        boolean allows(Task popped, List<? extends Task> inOrderOfPushes) {
            // The sort is stable, so equals stay in the order of their pushes.
            return popped
                    == inOrderOfPushes.stream()
                            .sorted(Comparator.<Task>comparingInt(Task::priority)
                                    .reversed())
                            .findFirst()
                            .orElseThrow();
        }
    },
    /**
     * Tasks with a priority above 0 come first, the highest first; all others, and equals, in the order of their
     * pushes.
     */
    URGENT_FIRST {
        @Override
        boolean allows(Task popped, List<? extends Task> inOrderOfPushes) {
            return popped
                    == inOrderOfPushes.stream()
                            .sorted(Comparator.<Task>comparingInt(task -> Math.max(0, task.priority()))
                                    .reversed())
                            .findFirst()
                            .orElseThrow();
        }
    };

    /** Whether a task may come out now, given the tasks in the policy. */
    abstract boolean allows(Task popped, List<? extends Task> inOrderOfPushes);
}
