package org.asterism.policy.ws.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.api.Worker;
import org.asterism.spi.policy.TaskDeque;

/** One worker of a crew: its queue, and what it remembers of its thefts. */
final class Hand {
    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(Hand.class, "busy", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final Worker worker;
    final int place;
    final TaskDeque tasks;

    /** Where it looks for a victim next; its own thread only. */
    int cursor;

    /** The places of the workers near to it, the nearest first; null until it needs them. Its own thread only. */
    int[] neighbours;

    /** The virtual time at which a device last tried to rob it; for {@link Collisions}. */
    long robbedAt = -1;

    /** The id of that device's worker. */
    int robber = -1;

    /** Whether its last look for a victim ended because another thief was there; its own thread only. */
    boolean keptAway;

    private boolean busy;

    Hand(Worker worker, int place, TaskDeque tasks) {
        this.worker = worker;
        this.place = place;
        this.tasks = tasks;
    }

    /** Whether it has found a task when it last asked, so that it will not come for its other tasks at once. */
    boolean isBusy() {
        return (boolean) BUSY.getOpaque(this);
    }

    /** Remembers whether it has found a task; written only if that has changed, because thieves look at it. */
    void setBusy(boolean found) {
        if (busy != found) {
            BUSY.setOpaque(this, found);
        }
    }
}
