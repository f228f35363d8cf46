package org.asterism.core.internal.worker;

import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.team.Team;
import org.asterism.spi.driver.DeviceLostException;

/**
 * The team that a worker leads for a task that it has in hand, if there is one: from when it is complete until the task is out of the
 * worker's hands.
 *
 * <p>For the thread that steps the worker.
 */
final class Leading {
    private final UnitWorker worker;
    private Team team;

    /** What the worker does as a member. */
    private TeamRun part;

    Leading(UnitWorker worker) {
        this.worker = worker;
    }

    void begin(Team led, TeamRun own) {
        team = led;
        part = own;
    }

    /** Who runs the task together; null for the worker alone. */
    Team team() {
        return team;
    }

    /** What was said when the device of one who runs the task was lost, or null if all have theirs. */
    DeviceLostException loss() {
        return team == null ? worker.loss() : team.lossOfMember();
    }

    /** Has the others begin, if there are others; the leader launches its kernel now. */
    void start(Claim met, EngineHome home) {
        if (team != null) {
            team.start(met, home.clock().nanoTime());
        }
    }

    /** Says that the leader's kernel has ended; whether those of all have. */
    boolean kernelEnded(Throwable failure) {
        team.kernelEnded(failure);
        return team.hasEnded();
    }

    void end() {
        if (team != null) {
            team.end();
            team = null;
            part.leave();
        }
    }

    /** Forgets the team, which its members leave by themselves, when a step threw. */
    void forget() {
        team = null;
    }
}
