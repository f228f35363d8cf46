package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/**
 * Copy of what is needed to run a task's kernel again. It does not refer to the task, which keeps its successors
 * reachable and forgets its data when it has ended.
 *
 * @param name the task, for messages
 * @param handles the data of the task
 * @param modes how it uses each of them
 * @param inputs the data that it reads and does not write, in the versions that they have
 */
record TaskRecord(
        String name,
        Codelet codelet,
        Object argument,
        int priority,
        Handle[] handles,
        Access[] modes,
        List<Producer.Input> inputs) {
    /** Makes the record of a task that has not ended, whose claim is met: later its inputs may be lost. */
    static TaskRecord of(Job job, Claim claim) {
        Handle[] handles = job.dataSnapshot();
        Access[] modes = new Access[handles.length];
        Arrays.setAll(modes, job::mode);
        List<Producer.Input> inputs = new ArrayList<>(handles.length);
        for (int index = 0; index < handles.length; index++) {
            Claim.Item item = claim.item(index);
            if (modes[index].reads() && !item.writes && !isOfSeveral(item)) {
                History read = Lineage.historyOf(item.replicate.all);
                inputs.add(new Producer.Input(read, read.present()));
            }
        }
        return new TaskRecord(
                job.toString(), job.codelet(), job.argument(), job.priority(), handles, modes, List.copyOf(inputs));
    }

    private static boolean isOfSeveral(Claim.Item item) {
        return item.handle.forms() != null || item.replicate.all.origin() != null;
    }

    /** Returns the reason why what the task of a claim has done cannot be done again by its kernel alone, or null. */
    String obstacle(Claim claim) {
        if (claim.isTaskFailed()) {
            return name + " failed while it changed them";
        }
        int written = 0;
        for (int index = 0; index < modes.length; index++) {
            Access mode = modes[index];
            if (mode == Access.REDUX || mode == Access.COMMUTE) {
                return name + " used data with mode " + mode;
            }
            if (mode != Access.SCRATCH) {
                Claim.Item item = claim.item(index);
                if (isOfSeveral(item)) {
                    return name + " used " + item.handle + ", which has several forms or is a part of other data";
                }
                written += mode.writes() ? 1 : 0;
            }
        }
        return written > 1 ? name + " wrote several data" : null;
    }
}
