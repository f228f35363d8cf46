package org.asterism.core.internal.task;

import org.asterism.api.TaskState;

/**
 * The prerequisites of an unsubmitted task, which its context does not know yet. Immutable.
 *
 * @param last the prerequisite that was added last
 * @param before the prerequisites that were added before, or null
 */
public record Prerequisites(Prerequisite last, Prerequisites before) {
    /**
     * Adds a prerequisite to a task; any thread. If the task is submitted already, the prerequisite is notified at
     * once.
     */
    static void add(Job job, Prerequisite added) {
        if (job.state() == TaskState.CREATED) {
            keep(job, added);
            if (job.state() != TaskState.CREATED) { // the thread that has submitted it may have looked before
                submitted(job);
            }
        } else {
            added.waiterSubmitted();
        }
    }

    private static void keep(Job job, Prerequisite added) {
        while (true) {
            Object known = job.extras();
            if (known instanceof Particulars || known instanceof Notes) {
                job.particular().addPrerequisite(added);
                return;
            }
            if (job.replaceExtras(known, new Prerequisites(added, (Prerequisites) known))) {
                return;
            }
        }
    }

    /**
     * Notifies the prerequisites of a task, each once, that the task was submitted; after its state was set, any
     * thread.
     */
    public static void submitted(Job job) {
        Object known = job.extrasAfterState(); // after the state was set; see add
        while (known instanceof Prerequisites && !job.replaceExtras(known, null)) {
            known = job.extras();
        }
        Object rest = known instanceof Particulars particulars ? particulars.takePrerequisites() : known;
        while (rest instanceof Prerequisites told) {
            told.last.waiterSubmitted();
            rest = told.before;
        }
    }
}
