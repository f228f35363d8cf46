package org.asterism.core.internal.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.coherence.Conversion;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.use.RegisteredHandle;
import org.asterism.spi.driver.Execution;

/**
 * The work on a worker before a task's kernel. It converts data to the worker's form, and writes the neutral element
 * where the worker first contributes.
 */
final class Preludes {
    private sealed interface Prelude {
        DataView[] views(Claim claim);

        /** Returns the implementation to run; null for none, on a simulated machine. */
        Implementation implementation(Architecture architecture);

        /** Returns the task from whose time models learn; null if there is none. */
        Job asTask();

        void ended(Claim claim, Traffic traffic);
    }

    private record Beginning(int position, RegisteredHandle target, Handle contribution) implements Prelude {
        @Override
        public DataView[] views(Claim claim) {
            return new DataView[] {claim.view(position)};
        }

        @Override
        public Implementation implementation(Architecture architecture) {
            Codelet initialise = target.reduction().initialise();
            if (!initialise.runsOn(architecture)) {
                throw new IllegalStateException("codelet '" + initialise.name() + "', with which contributions to "
                        + target + " begin, has no implementation for " + architecture + ": give it one");
            }
            return initialise.implementation(architecture, 0);
        }

        @Override
        public Job asTask() {
            return null;
        }

        @Override
        public void ended(Claim claim, Traffic traffic) {
            traffic.begun(claim, position); // the worker's next task may be claimed before this one's kernel has ended
            AccessOrder.of(contribution).contentBegun();
        }
    }

    private record Converting(Conversion conversion) implements Prelude {
        @Override
        public DataView[] views(Claim claim) {
            return conversion.views();
        }

        @Override
        public Implementation implementation(Architecture architecture) {
            return conversion.implementation(architecture);
        }

        @Override
        public Job asTask() {
            return conversion.asTask();
        }

        @Override
        public void ended(Claim claim, Traffic traffic) {
            traffic.converted(claim, conversion);
        }
    }

    private final Deque<Prelude> rest = new ArrayDeque<>(2);

    /** Whether a model learns from the one that is under way. */
    private boolean learns;

    private long launchTime;

    private Preludes() {}

    /**
     * Claims a worker's own memory for one of a task's data, and notes if it has to be initialised.
     *
     * @param known the preludes of the task that are known so far, or null
     * @return the preludes to run, or null for none
     */
    static Preludes addOwnMemory(Claim claim, Job job, int index, UnitWorker worker, Preludes known) {
        RegisteredHandle target = (RegisteredHandle) job.data(index);
        if (job.mode(index) == Access.SCRATCH) {
            add(claim, target.scratch(worker.id()), Access.SCRATCH, worker);
            return known;
        }
        Handle contribution = target.reduction().contribution(worker.id());
        if (AccessOrder.of(contribution).hasContent()) {
            add(claim, contribution, Access.RW, worker);
            return known;
        }
        add(claim, contribution, Access.W, worker);
        Preludes preludes = known == null ? new Preludes() : known;
        if (preludes.rest.stream()
                .noneMatch(prelude -> prelude instanceof Beginning other && other.contribution() == contribution)) {
            preludes.rest.add(new Beginning(index, target, contribution));
        }
        return preludes;
    }

    private static void add(Claim claim, Handle memory, Access mode, UnitWorker worker) {
        claim.add(memory, mode, worker.architecture(), worker.timing() != null);
    }

    /**
     * Notes what has to be converted for a claim that was met.
     *
     * @param known the preludes of the task that are known so far, or null
     * @return the preludes to run
     */
    static Preludes addConversions(Claim claim, Preludes known) {
        Preludes preludes = known == null ? new Preludes() : known;
        List<Conversion> conversions = claim.conversions();
        for (int index = conversions.size() - 1; index >= 0; index--) {
            preludes.rest.addFirst(new Converting(conversions.get(index)));
        }
        return preludes;
    }

    boolean hasNext() {
        return !rest.isEmpty();
    }

    /** Returns the views for the kernel of the next prelude. */
    DataView[] views(Claim claim) {
        return rest.getFirst().views(claim);
    }

    /** The kernel of the next one; null if there is nothing to run for it. */
    Implementation implementation(Architecture architecture) {
        return rest.getFirst().implementation(architecture);
    }

    void begins(UnitWorker worker, EngineHome home) {
        Job asTask = rest.getFirst().asTask();
        learns = asTask != null && home.predictions().learns(asTask, worker);
        if (learns) {
            launchTime = home.clock().nanoTime();
        }
    }

    void ran(Execution kernel, UnitWorker worker, EngineHome home, WorkerAccount account) {
        if (learns) {
            learns = false;
            long end = home.clock().nanoTime();
            account.converted(rest.getFirst().asTask(), launchTime, end, KernelUnderWay.nanosOf(kernel, worker));
        }
    }

    /** Is told that it has been done. */
    void ended(Claim claim, Traffic traffic) {
        rest.removeFirst().ended(claim, traffic);
    }
}
