package org.asterism.core.internal.team;

import java.util.concurrent.BrokenBarrierException;

/**
 * The barrier at which the members of a team wait for each other within their kernels.
 *
 * <p>It breaks, for all of them and for good, when one of them cannot come any more. Waiting members check for that now
 * and then, so a team that does not use its barrier pays nothing for it.
 *
 * <p>Used by the threads that run the members' kernels.
 */
final class TeamBarrier {
    private static final long LOOK_MILLIS = 20;

    private final Team team;
    private int waiting;
    private int round;

    /** Reason why it is broken, or null. */
    private String broken;

    TeamBarrier(Team team) {
        this.team = team;
    }

    synchronized void await() throws BrokenBarrierException, InterruptedException {
        int joined = round;
        waiting++;
        if (waiting == team.size() && broken == null) {
            waiting = 0;
            round++;
            notifyAll();
            return;
        }
        try {
            while (round == joined) {
                requireWhole();
                wait(LOOK_MILLIS);
            }
        } catch (InterruptedException interrupted) {
            broken = "a member was interrupted while it waited";
            throw interrupted;
        }
    }

    private void requireWhole() throws BrokenBarrierException {
        if (broken == null) {
            broken = team.whyIncomplete();
        }
        if (broken != null) {
            throw new BrokenBarrierException(
                    "the members of " + team + " cannot wait for each other any more: " + broken);
        }
    }
}
