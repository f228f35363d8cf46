package org.asterism.core.internal.worker;

import org.asterism.core.internal.context.BoundTasks;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.GateSlot;
import org.asterism.core.internal.protocol.WorkerLocking;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.spi.driver.ComputeUnit;

/**
 * What a worker is to the contexts it belongs to: its places at their gates, what orders its looks into their policies and the changes that
 * concern it, and the tasks that programs gave to it. For any thread, but for what says so.
 */
abstract class ContextMember extends UnitWorker {
    private final Memberships memberships = new Memberships();
    private final WorkerProtocol protocol = new WorkerProtocol();
    private final WorkerLocking locking;
    private volatile BoundTasks boundTasks;

    ContextMember(int id, int node, ComputeUnit unit, Stepper stepper) {
        super(id, node, unit, stepper);
        locking = new WorkerLocking(protocol, unit.name());
    }

    final Memberships memberships() {
        return memberships;
    }

    @Override
    public WorkerProtocol protocol() {
        return protocol;
    }

    @Override
    public WorkerLocking locking() {
        return locking;
    }

    @Override
    public boolean isScheduling() {
        return protocol.isInOperation();
    }

    @Override
    public boolean isIn(Context asked) {
        return slot(asked) != null;
    }

    @Override
    public GateSlot slot(Context asked) {
        return memberships.slot(asked);
    }

    @Override
    public void join(Context joined) {
        memberships.join(joined);
    }

    @Override
    public void ranksChanged() {
        memberships.sortAgain();
    }

    @Override
    public void leave(Context left) {
        memberships.leave(left);
    }

    @Override
    public BoundTasks boundTasks() {
        return boundTasks;
    }

    @Override
    public BoundTasks makeBoundTasks() {
        BoundTasks made = boundTasks;
        if (made != null) {
            return made;
        }
        synchronized (this) {
            if (boundTasks == null) {
                boundTasks = new BoundTasks(this);
            }
            return boundTasks;
        }
    }
}
