package org.asterism.core.internal.team;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Calls the teams of a runtime together. One lock orders all calls. It is held for a few instructions per member, and
 * only for parallel tasks.
 */
public final class Teamwork {
    private final SpinLock lock = new SpinLock();

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /**
     * Calls workers together who shall run a task; the caller is called like the others. Workers that are not in the
     * task's context any more, have left for good, have lost their device or work in another virtual machine are not
     * called, nor are those that nobody steps for now.
     *
     * @param job was taken by the leader
     * @param poppedFrom the policy that handed it out, or null
     * @param wanted the workers that shall run it
     * @param leader the worker that has taken it; the calling thread's
     * @return the team, which the leader answers the call to when it is its turn; null if nobody is left but the
     *     leader, or it is none of those who shall run the task: it runs it alone
     */
    public Team call(Job job, PolicyInstance poppedFrom, CombinedWorker wanted, TeamMember leader) {
        if (!wanted.contains(leader) || !leader.joinsTeams()) {
            return null;
        }
        List<TeamMember> members = candidates(job, wanted, leader);
        Team team = null;
        lock.lock();
        try {
            boolean alone = leader.calls().isClosed(); // a program steps it now and then, and may not do so again
            members.removeIf(member -> member.calls().isClosed());
            if (!alone && members.size() > 1) {
                team = new Team(job, poppedFrom, members);
                for (int rank = 0; rank < members.size(); rank++) {
                    members.get(rank).calls().add(new Calls.Call(team, rank));
                }
            }
        } finally {
            lock.unlock();
        }
        if (team != null) {
            VarHandle.fullFence(); // the counterpart of the one of a worker that falls asleep
            for (int rank = 1; rank < members.size(); rank++) {
                members.get(rank).isCalled();
            }
        }
        return team;
    }

    /** The leader first, so that it has rank 0, and the others by id. */
    private static List<TeamMember> candidates(Job job, CombinedWorker wanted, TeamMember leader) {
        Context context = Context.of(job);
        boolean asked = job.isRestricted() && job.particulars().worker() == null; // else the program has named them
        List<TeamMember> members = new ArrayList<>(wanted.size());
        leader.calls(); // makes them, before the lock is taken
        members.add(leader);
        for (Worker worker : wanted.members()) {
            if (worker != leader
                    && worker instanceof TeamMember member
                    && member.isIn(context)
                    && member.loss() == null
                    && member.joinsTeams()
                    && (!asked || member.canExecute(job))) {
                member.calls();
                members.add(member);
            }
        }
        return members;
    }
}
