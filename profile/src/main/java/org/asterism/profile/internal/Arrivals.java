package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.DataHandle;
import org.asterism.profile.IdleReason;

/**
 * The data that a worker waits for. The time in which it only waits is blamed on the longest of the transfers that
 * arrive meanwhile. The lock of the worker's clock guards it.
 */
final class Arrivals {
    private static final String NO_COPY = "memory, or a copy not seen";

    private final List<TaskRecord> awaiting = new ArrayList<>(2);
    private long mark;
    private long longest;
    private String way = "";
    private String data = "";

    boolean areAwaited() {
        return !awaiting.isEmpty();
    }

    /** A task's data are requested; the time that the worker has waited so far. */
    void await(TaskRecord record, long waited) {
        if (awaiting.isEmpty()) {
            mark = waited;
            forget();
        }
        awaiting.add(record);
    }

    void arrived(TaskRecord record, long waited, Causes causes) {
        if (awaiting.remove(record)) {
            record.awaited(Math.max(0, waited - mark));
            settle(waited, causes);
        }
    }

    /** Accounts for the time since the last account. */
    void settle(long waited, Causes causes) {
        if (waited > mark) {
            String cause = way.isEmpty() ? NO_COPY : way;
            causes.add(IdleReason.DATA_IN_TRANSIT, cause, data, waited - mark);
            causes.count(IdleReason.DATA_IN_TRANSIT, cause);
        }
        mark = waited;
    }

    void transferred(DataHandle handle, String between, long nanos) {
        if (nanos < longest) {
            return;
        }
        for (TaskRecord record : awaiting) {
            if (record.uses(handle)) {
                longest = nanos;
                way = between;
                data = handle.name();
                return;
            }
        }
    }

    private void forget() {
        longest = 0;
        way = "";
        data = "";
    }
}
