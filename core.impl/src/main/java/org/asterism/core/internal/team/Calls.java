package org.asterism.core.internal.team;

import java.util.ArrayDeque;
import java.util.Queue;
import org.asterism.core.internal.protocol.WorkerProtocol;

/**
 * The calls to teams that one worker has to answer, in order.
 *
 * <p>The worker answers them one after the other, before anything else, and stays in each team as long as the team
 * needs it. All calls of a team are made at once, under the {@link Teamwork runtime's lock}. So any two workers see the
 * teams that both are called to in the same order. The team that was called first gets all its members, and teams never
 * wait for each other's members in a circle.
 *
 * <p>One volatile field says whether there is a call; any thread may read it. The worker owns the rest, except for what
 * the lock guards.
 */
public final class Calls {
    /** A call to a team, with the part of the team's work to do. */
    public record Call(Team team, int rank) {}

    private final Teamwork teamwork;
    private final WorkerProtocol protocol;

    /** Calls that were made and not answered; guarded by the lock. */
    private final Queue<Call> unanswered = new ArrayDeque<>(2);

    /** Number of calls, with the one that is being answered; written under the lock. */
    private volatile int number;

    /** Whether the worker has left for good, or is not stepped for now; guarded by the lock. */
    private boolean closed;

    /**
     * @param protocol the worker's, which is blocked from the answer to the first of several calls until it has
     *     answered the last
     */
    public Calls(Teamwork teamwork, WorkerProtocol protocol) {
        this.teamwork = teamwork;
        this.protocol = protocol;
    }

    /** Whether there is a call to answer, or one is being answered. */
    public boolean isCalled() {
        return number != 0;
    }

    /** Begins to answer the next call; only when there is one, none is being answered, and the worker is blocked. */
    public Call answer() {
        teamwork.lock();
        try {
            return unanswered.remove();
        } finally {
            teamwork.unlock();
        }
    }

    /**
     * Says that the worker has answered a call to the end; by its own thread, which is free again if there is no other
     * call.
     */
    public void answered() {
        teamwork.lock();
        try {
            number--;
            protocol.dismiss();
            protocol.answer();
        } finally {
            teamwork.unlock();
        }
    }

    /** Takes no further call, unless there is one to answer still: then this returns false. */
    public boolean close() {
        teamwork.lock();
        try {
            closed = number == 0;
            return closed;
        } finally {
            teamwork.unlock();
        }
    }

    /** Takes calls again after it was closed. */
    public void open() {
        teamwork.lock();
        try {
            closed = false;
        } finally {
            teamwork.unlock();
        }
    }

    // For the teamwork, with the lock.

    boolean isClosed() {
        return closed;
    }

    void add(Call call) {
        if (!protocol.tryCall()) {
            throw new AssertionError("a worker was dismissed from a team and has not answered that under the lock");
        }
        unanswered.add(call);
        number++;
    }
}
