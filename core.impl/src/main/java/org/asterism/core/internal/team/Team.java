package org.asterism.core.internal.team;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Parallelism;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Workers that run one task together, once. Each joins when it answers the call, and then rests until the team moves
 * on:
 *
 * <pre> GATHERING --the last one joins--&gt; COMPLETE --the leader has the data--&gt; RUNNING --the leader ends
 * it--&gt; OVER
 * </pre>
 *
 * The leader, of rank 0, fetches the data only when all members are there, because until then they may need the memory
 * for their own tasks. In RUNNING each member of an SPMD task runs its kernel and leaves; the leader waits for all of
 * them. In a fork-join task only the leader's kernel runs, and the others stay until the task is OVER. The leader can
 * end a task from any state; a member that has not begun then does not begin.
 *
 * <p><b>Memory order.</b> Counts and phase are volatile, so a thread that sees that all have joined, begun or ended
 * sees what they did before. A waiting member raises its flag first and then reads counts and phase. A thread that
 * changes them reads the flag afterwards.
 */
public final class Team {
    /** The progress of a team. */
    public enum Phase {
        /** Members are missing. */
        GATHERING,
        /** All are there; the leader fetches the data. */
        COMPLETE,
        RUNNING,
        OVER
    }

    /** The {@link #startTime} of a task that has not begun. */
    public static final long NEVER = Long.MIN_VALUE;

    private final Job job;
    private final PolicyInstance poppedFrom;
    private final Parallelism how;
    private final List<TeamMember> members;
    private final AtomicInteger missing;
    private final AtomicInteger unfinished;
    private volatile Phase phase = Phase.GATHERING;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * The failure of a member whose kernel was given up because its device is lost, or null. It is written before the
     * member counts as ended.
     */
    private volatile DeviceLostException loss;

    /** Location of the data, or null if they are at home; written before the task runs. */
    private Claim claim;

    /** The barrier for the members' kernels; null before the first use. */
    private TeamBarrier barrier;

    /** Time when the task began; as above. */
    private long startTime = NEVER;

    Team(Job job, PolicyInstance poppedFrom, List<TeamMember> members) {
        this.job = job;
        this.poppedFrom = poppedFrom;
        this.members = List.copyOf(members);
        how = job.codelet().parallelism();
        missing = new AtomicInteger(members.size());
        unfinished = new AtomicInteger(how == Parallelism.SPMD ? members.size() : 1);
    }

    public Job job() {
        return job;
    }

    /** The policy that handed out the task, or null. */
    public PolicyInstance poppedFrom() {
        return poppedFrom;
    }

    public List<TeamMember> members() {
        return members;
    }

    public int size() {
        return members.size();
    }

    /** Whether each member runs a kernel, and not the leader alone. */
    public boolean allRunKernels() {
        return how == Parallelism.SPMD;
    }

    /** The operating system's numbers of all members' processing units; the caller's own. */
    public BitSet processingUnits() {
        return Cores.of(members); // few kernels ask
    }

    public Phase phase() {
        return phase;
    }

    public void join() {
        if (missing.decrementAndGet() == 0) {
            phase = Phase.COMPLETE;
            members.getFirst().goOn();
        }
    }

    /** The leader has the data, and all may begin; the time is that of the runtime's clock. */
    public void start(Claim met, long now) {
        claim = met;
        startTime = now;
        move(Phase.RUNNING);
    }

    /** Returns the time when the task has begun, or {@link #NEVER}. */
    public long startTime() {
        return startTime;
    }

    /** Returns the location of the data, or null if they are at home. */
    public Claim claim() {
        return claim;
    }

    /**
     * Makes a member's kernel wait for those of the other members.
     *
     * @throws BrokenBarrierException if one of them cannot come any more
     */
    public void awaitOthers() throws BrokenBarrierException, InterruptedException {
        if (allRunKernels()) {
            barrier().await();
        }
    }

    private synchronized TeamBarrier barrier() {
        if (barrier == null) {
            barrier = new TeamBarrier(this);
        }
        return barrier;
    }

    /** Returns the reason why members that run kernels cannot all come to a barrier any more, or null. */
    String whyIncomplete() {
        if (Progress.isGivenUp(job)) {
            return "the task was given up";
        }
        DeviceLostException lost = lossOfMember();
        if (lost != null) {
            return lost.getMessage();
        }
        if (unfinished.get() == members.size()) {
            return null;
        }
        Throwable thrown = failure.get();
        return "the kernel of a member has "
                + (thrown == null
                        ? "returned"
                        : "failed with " + thrown.getClass().getName());
    }

    /**
     * A member's kernel has ended; with what it threw, or null. If its device is lost that is what its driver has said
     * of that.
     */
    public void kernelEnded(Throwable thrown) {
        if (thrown instanceof DeviceLostException lost) {
            loss = lost;
        } else if (thrown != null) {
            failure.compareAndSet(null, thrown);
        }
        if (unfinished.decrementAndGet() == 0) {
            members.getFirst().goOn();
        }
    }

    /** Whether the kernels of all members that run one have ended. */
    public boolean hasEnded() {
        return unfinished.get() == 0;
    }

    /** Returns the exception of the first kernel that failed, or null. */
    public Throwable failure() {
        return failure.get();
    }

    /**
     * Returns the reason why the task has not come to its end, if the device of a member is lost whose kernel did not
     * end well; else null.
     */
    public DeviceLostException loss() {
        return loss;
    }

    /** Returns the driver's report about the lost device of a member, or null if no device is lost. */
    public DeviceLostException lossOfMember() {
        for (TeamMember member : members) {
            if (member.loss() != null) {
                return member.loss();
            }
        }
        return null;
    }

    public void end() {
        move(Phase.OVER);
    }

    private void move(Phase next) {
        phase = next;
        for (int rank = 1; rank < members.size(); rank++) {
            members.get(rank).goOn();
        }
    }

    @Override
    public String toString() {
        return job + " on " + members;
    }
}
