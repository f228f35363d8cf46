package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.api.Worker;
import org.asterism.core.internal.observation.SafeLog;

/** What policies want done that cannot be done while they are called, in the order in which they said so. For the worker's thread. */
final class DeferredChanges {
    private static final Logger LOG = System.getLogger(DeferredChanges.class.getName());

    /** A change to be made, and what it is, for messages. */
    private record Deferred(Runnable change, String what, Deferred earlier) {}

    private Deferred latest;

    boolean areThere() {
        return latest != null;
    }

    void add(Runnable change, String what) {
        latest = new Deferred(change, what, latest);
    }

    /** Makes the changes, after the worker's scheduling operation. */
    void make(Worker worker) {
        Deferred last = latest;
        latest = null;
        Deferred first = null;
        for (Deferred each = last; each != null; each = each.earlier()) {
            first = new Deferred(each.change(), each.what(), first);
        }
        for (Deferred each = first; each != null; each = each.earlier()) {
            try {
                each.change().run();
            } catch (RuntimeException | Error thrown) {
                SafeLog.log(
                        LOG,
                        Level.ERROR,
                        each.what() + ", which a policy wanted, was put off and cannot be done on worker ",
                        worker.name(),
                        thrown);
            }
        }
    }
}
