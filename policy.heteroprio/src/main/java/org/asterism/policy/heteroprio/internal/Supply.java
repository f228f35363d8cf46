package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;
import org.asterism.api.data.TransferKind;
import org.asterism.spi.policy.DataPlacement;

/**
 * Supplies a worker with tasks: from the buckets, from those that it holds, or from those that its team holds.
 *
 * <p><b>Threads.</b> Any; for a seat, only its worker.
 */
final class Supply {
    private final Settings settings;
    private final DataPlacement data;
    private final Choice choice;

    Supply(Settings settings, DataPlacement data) {
        this.settings = settings;
        this.data = data;
        choice = new Choice(settings, data);
    }

    /** The next task for a worker, or null. */
    Task takeFor(Seat seat) {
        Team team = seat.team();
        int room = settings.window() - seat.held();
        if (room > 0) {
            long waiting = team.waiting();
            if (waiting > 0) {
                // Few tasks are better spread than held.
                boolean few = waiting < team.size() || team.idle().count() > 0;
                Task direct = fill(seat, few ? seat.isEmpty() ? 1 : 0 : room);
                if (direct != null) {
                    return direct;
                }
            }
        }
        Task held = seat.takeFirst();
        return held == null ? team.stealFor(seat) : held;
    }

    /** Takes tasks from the buckets: the first is given if nothing is held yet, the others are held. */
    private Task fill(Seat seat, int most) {
        Task direct = null;
        boolean gives = seat.isEmpty();
        for (int taken = 0; taken < most; taken++) {
            Bucket bucket = choice.take(seat, direct == null);
            if (bucket == null) {
                break;
            }
            Task task = seat.taken().task();
            if (bucket.isRestricted()) {
                return task;
            }
            if (gives && direct == null) {
                direct = task;
            } else {
                if (settings.prefetch()) {
                    data.prefetch(task, seat.worker(), TransferKind.TASK_PREFETCH);
                }
                seat.hold(seat.taken());
            }
        }
        return direct;
    }
}
