package org.asterism.core.internal.worker;

import org.asterism.api.Access;
import org.asterism.api.Implementation;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Execution;

/**
 * The data of a task in a worker's hands: its claim on the worker's memory node, and the preludes before its kernel. A
 * task needs neither if its data are in their home memory and the worker works there.
 *
 * <p>Used by the thread that steps the worker.
 */
final class TaskData {
    private final UnitWorker worker;
    private final EngineHome home;
    private final WorkerAccount account;

    /** The action of the worker when a claim is settled. */
    private final Runnable goOn;

    private Claim claim;
    private Preludes preludes;

    TaskData(UnitWorker worker, EngineHome home, WorkerAccount account) {
        this.worker = worker;
        this.home = home;
        this.account = account;
        goOn = worker::goOn;
    }

    /** Returns the reason why some of the data that a task reads have no value, or null. */
    Throwable corruptInput(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            Throwable corruption = job.data(index).corruption();
            if (corruption != null && job.mode(index).reads()) {
                return corruption;
            }
        }
        return null;
    }

    /**
     * Returns whether a task that has data must claim them. A kernel in main memory need not claim data that are only
     * at home.
     */
    boolean mustBeClaimed(Job asked) {
        if (worker.memoryNode() != MemoryNode.MAIN) {
            return true;
        }
        for (int index = 0; index < asked.dataCount(); index++) {
            if (asked.data(index).copies() != null || hasOwnMemory(asked, index)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the worker uses memory of its own in place of one of a task's data. */
    private static boolean hasOwnMemory(Job job, int index) {
        Access mode = job.mode(index);
        return (mode == Access.SCRATCH || mode == Access.REDUX)
                && job.data(index).bytes() > 0;
    }

    /** Claims the data of a task. The worker is notified when the claim is settled. */
    void claim(Job job) {
        Claim wanted = home.traffic().claim(worker.memoryNode(), job, job.priority(), job.dataCount(), goOn);
        for (int index = 0; index < job.dataCount(); index++) {
            if (hasOwnMemory(job, index)) {
                preludes = Preludes.addOwnMemory(wanted, job, index, worker, preludes);
            } else {
                wanted.add(job.data(index), job.mode(index), worker.architecture(), worker.timing() != null);
            }
        }
        claim = wanted;
        home.traffic().make(wanted);
    }

    /** Returns the claim, or null. */
    Claim claim() {
        return claim;
    }

    boolean isSettled() {
        return claim.isSettled();
    }

    /** Takes note of what has to be converted before the kernel, when the claim has been met. */
    void areThere() {
        if (!claim.conversions().isEmpty()) {
            preludes = Preludes.addConversions(claim, preludes);
        }
    }

    /** Whether nothing is to be run but what prepares the data. */
    boolean areOnlyConverted() {
        return claim != null && claim.onlyConverts();
    }

    // What runs before the kernel.

    /** Whether something has to run before the kernel. */
    boolean areToBePrepared() {
        return preludes != null;
    }

    /** Runs what prepares the data; false if one of these kernels is under way. */
    boolean prepare(ComputeUnit unit, JobKernelContext context, KernelUnderWay kernel) throws Exception {
        while (preludes.hasNext()) {
            Implementation implementation = preludes.implementation(worker.architecture());
            if (implementation != null) {
                context.showOnly(preludes.views(claim));
                preludes.begins(worker, home);
                Execution begun = unit.launch(implementation, context);
                if (begun != Execution.FINISHED && !begun.isFinished()) {
                    kernel.begin(begun);
                    return false;
                }
                preludes.ran(begun, worker, home, account);
            }
            onePrepared();
        }
        preludes = null;
        context.showAll();
        return true;
    }

    /** Is told that the kernel that was under way to prepare the data was seen to have ended well. */
    void preparationRan(Execution ended) {
        preludes.ran(ended, worker, home, account);
    }

    /** Is told that what that kernel was to make is there. */
    void onePrepared() {
        preludes.ended(claim, home.traffic());
    }

    // When the task is out of the worker's hands.

    /** Forgets all: the claim has failed, or others have taken it back. */
    void forget() {
        claim = null;
        preludes = null;
    }

    /**
     * Lets go of the data when the kernel has ended. Copies of data at home may have been asked for since it began, by
     * a prefetch that came late: these may have seen what the kernel was about to write.
     *
     * @param hasFailed whether the task has
     */
    void release(Job job, boolean hasFailed) {
        preludes = null;
        if (claim != null) {
            if (hasFailed) {
                claim.taskHasFailed();
            }
            home.traffic().release(claim);
            claim = null;
            return;
        }
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.mode(index).writes() && job.data(index).copies() != null) {
                home.traffic().writtenAtHome(job.data(index));
            }
        }
    }

    /**
     * Takes the data back of a task that cannot come to its end here, since a device is lost.
     *
     * @param hadBegun whether a kernel of the task may have changed them
     */
    void giveUp(Job job, DeviceLostException lost, boolean hadBegun) {
        preludes = null;
        if (claim != null) {
            home.traffic().giveUp(claim, job, lost, hadBegun);
        }
    }

    /** Whether that has been done. */
    boolean areGivenUp() {
        return claim == null || claim.isGivenUp();
    }

    /** Returns the reason why the task could not be run elsewhere then, in words, or null. */
    String obstacle(Job job, boolean hadBegun) {
        return claim == null ? changedAtHome(job, hadBegun) : claim.obstacle();
    }

    private static String changedAtHome(Job job, boolean hadBegun) {
        for (int index = 0; hadBegun && index < job.dataCount(); index++) {
            if (job.mode(index).reads() && job.mode(index).writes()) {
                return job.data(index) + " was being changed in place";
            }
        }
        return null;
    }

    /** Takes the claim back, if there is one, of a task that an error of the core has ended. */
    void abandon(Throwable thrown) {
        for (int tries = 0; claim != null; tries++) {
            try {
                if (!claim.isSettled()) {
                    home.traffic().abandon(claim, thrown);
                } else if (claim.failure() == null) {
                    claim.taskHasFailed();
                    home.traffic().release(claim);
                }
                claim = null;
            } catch (VirtualMachineError full) {
                Completion.awaitMemory(tries, full);
            }
        }
        forget();
    }
}
