package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Worker;
import org.asterism.core.internal.observation.SafeLog;

/**
 * Changes that policies have requested and that cannot be made during a call of a policy, in the order of the requests.
 * Used by the worker's thread.
 */
final class DeferredChanges {
    private static final Logger LOG = System.getLogger(DeferredChanges.class.getName());

    /** A requested change, with a description for messages. */
    private record Deferred(Runnable change, String what) {}

    /** Null mostly: each step of the worker looks. */
    private List<Deferred> waiting;

    boolean areThere() {
        return waiting != null;
    }

    void add(Runnable change, String what) {
        waiting = waiting == null ? new ArrayList<>(1) : waiting;
        waiting.add(new Deferred(change, what));
    }

    /** Makes the changes, after the worker's scheduling operation. */
    void make(Worker worker) {
        List<Deferred> now = waiting;
        waiting = null;
        for (Deferred next : now) {
            try {
                next.change().run();
            } catch (RuntimeException | Error thrown) {
                SafeLog.log(
                        LOG,
                        Level.ERROR,
                        next.what() + ", which a policy wanted, was put off and cannot be done on worker ",
                        worker.name(),
                        thrown);
            }
        }
    }
}
