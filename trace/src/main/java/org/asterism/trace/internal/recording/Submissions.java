package org.asterism.trace.internal.recording;

import org.asterism.api.Iteration;
import org.asterism.api.Task;
import org.asterism.trace.internal.format.AccessCode;
import org.asterism.trace.internal.format.EventKind;
import org.asterism.trace.internal.format.Head;
import org.asterism.trace.internal.format.SubmissionParts;

/**
 * Writes the records of submissions, which have parts for tasks with operations, with data and of iterations. Any
 * thread may use it.
 */
final class Submissions {
    private static final int LEAST_WORDS = 3;

    private final HandleNumbers handles;

    Submissions(HandleNumbers handles) {
        this.handles = handles;
    }

    /**
     * Writes the record of a submission.
     *
     * @param iteration the innermost iteration of the thread that submits; null if there is none
     */
    void record(Task task, Iteration iteration, Lane lane, long now) {
        int codelet = lane.name(task.codelet().name());
        int context = lane.name(task.context().name());
        double flops = task.flops();
        int accesses = task.dataCount();
        Iteration outer = iteration == null ? null : iteration.outer().orElse(null);
        int parts = (flops == 0 ? 0 : SubmissionParts.FLOPS)
                | (accesses == 0 ? 0 : SubmissionParts.DATA)
                | (iteration == null ? 0 : SubmissionParts.ITERATION)
                | (outer == null ? 0 : SubmissionParts.SUBITERATION);
        int footprint = accesses == 0 ? 0 : task.footprint();
        int words = LEAST_WORDS
                + (flops == 0 ? 0 : 1)
                + (accesses == 0 ? 0 : 1 + (accesses + 1) / 2)
                + (iteration == null ? 0 : 1)
                + (outer == null ? 0 : 1);
        int[] codes = accesses == 0 ? null : codes(task, lane, accesses);
        if (lane.begin(EventKind.SUBMITTED, parts, words, task.id(), now)) {
            lane.put(Head.task(task.id(), context));
            lane.put(Head.pair(codelet, task.priority()));
            if (flops != 0) {
                lane.put(Double.doubleToRawLongBits(flops));
            }
            if (accesses != 0) {
                lane.put(Head.pair(footprint, accesses));
                for (int index = 0; index < accesses; index += 2) {
                    lane.put(Head.pair(codes[index], codes[index + 1]));
                }
            }
            if (outer != null) {
                lane.put(outer.number());
            }
            if (iteration != null) {
                lane.put(iteration.number());
            }
            lane.end();
        }
    }

    /** The accesses, with room for an even number; numbered before the record is begun, as that defines handles. */
    private int[] codes(Task task, Lane lane, int accesses) {
        int[] codes = lane.accesses(accesses + 1);
        for (int index = 0; index < accesses; index++) {
            codes[index] = AccessCode.of(task.accessMode(index), handles.number(task.handle(index)));
        }
        codes[accesses] = 0;
        return codes;
    }
}
