package org.asterism.core.internal.worker;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.AccessMode;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/** What has to run on a worker before a task's kernel: the neutral element is written where the worker first contributes. */
final class Preludes {
    private record Prelude(int position, Handle target, Handle contribution) {}

    private final List<Prelude> rest = new ArrayList<>(1);

    private Preludes() {}

    /**
     * Claims a worker's own memory for one of a task's data, and notes if it has to be initialised.
     *
     * @param known what is to run before the task so far, or null
     * @return what is to run, or null for nothing
     */
    static Preludes addOwnMemory(Claim claim, Job job, int index, int worker, Preludes known) {
        Handle target = job.data(index);
        if (job.mode(index) == AccessMode.SCRATCH) {
            claim.add(target.scratch(worker), AccessMode.SCRATCH);
            return known;
        }
        Handle contribution = target.reduction().contribution(worker);
        if (contribution.hasContent()) {
            claim.add(contribution, AccessMode.RW);
            return known;
        }
        claim.add(contribution, AccessMode.W);
        Preludes preludes = known == null ? new Preludes() : known;
        if (preludes.rest.stream().noneMatch(prelude -> prelude.contribution() == contribution)) {
            preludes.rest.add(new Prelude(index, target, contribution));
        }
        return preludes;
    }

    boolean hasNext() {
        return !rest.isEmpty();
    }

    /** The position of the contribution that is to be initialised next, among the task's data. */
    int position() {
        return rest.getFirst().position();
    }

    /** What initialises it. */
    Implementation implementation(Architecture architecture) {
        Handle target = rest.getFirst().target();
        Codelet initialise = target.reduction().initialise();
        if (!initialise.runsOn(architecture)) {
            throw new IllegalStateException("codelet '" + initialise.name() + "', with which contributions to " + target
                    + " begin, has no implementation for " + architecture + ": give it one");
        }
        return initialise.implementation(architecture, 0);
    }

    /** Is told that it has been initialised. */
    void ended() {
        rest.removeFirst().contribution().contentBegun();
    }
}
