package org.asterism.core.internal.worker;

import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.GateSlot;

/** A worker's membership in a context. Fields that are not final are for the thread that steps the worker. */
final class Membership {
    final Context context;

    /** From where the worker passes the context's gate. */
    final GateSlot slot = new GateSlot(false);

    /**
     * The time for which the worker has run tasks of the context, in nanoseconds; see {@link Memberships} for the
     * rules.
     */
    long share;

    /** Whether the worker found nothing there when it looked last. */
    boolean dry = true;

    Membership(Context context) {
        this.context = context;
    }
}
