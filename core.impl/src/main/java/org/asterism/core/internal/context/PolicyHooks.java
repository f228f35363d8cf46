package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Job;

/**
 * Calls the optional methods of a context's policy: notifications about tasks besides push and pop. Each call passes
 * the gate, so the policy stays in charge during the call. If no policy is in charge, no call is made.
 */
final class PolicyHooks {
    private static final Logger LOG = System.getLogger(PolicyHooks.class.getName());

    private final Context context;
    private final ReadyPool pool;
    private final Gate gate;

    /** Whether the policy was not told to schedule, because the gate was closed. */
    private volatile boolean missed;

    /** The policy that was in charge when the last change ended. */
    private PolicyInstance known;

    PolicyHooks(Context context, ReadyPool pool, Gate gate) {
        this.context = context;
        this.pool = pool;
        this.gate = gate;
    }

    /** Tells the policy of a task that does not pass through it. */
    void ofBound(Job job, ContextWorker worker, ContextWorker current) {
        tell(
                current,
                instance -> {
                    if (instance.hasPushedTo()) {
                        instance.policy().pushedTo(job, worker);
                    }
                },
                () -> "pushedTo(" + job + ", " + worker.name() + ")");
    }

    void ofSubmitted(Job job, ContextWorker current) {
        PolicyInstance inCharge = pool.inCharge();
        if (inCharge != null && inCharge.hasSubmitted()) {
            tell(current, instance -> instance.policy().submitted(job), () -> "submitted(" + job + ")");
        }
    }

    /** Tells the policy that many tasks are there. If a change is under way, that is done when it ends. */
    void toSchedule(ContextWorker current) {
        while (mayHoldBack() && !tell(current, instance -> instance.policy().schedule(), () -> "schedule()")) {
            missed = true; // first: the change looks at it when it has opened the gate
            if (!gate.isOpen()) {
                return;
            }
        }
    }

    private boolean mayHoldBack() {
        PolicyInstance inCharge = pool.inCharge();
        return inCharge != null && inCharge.hasSchedule();
    }

    /**
     * Calls the policy to schedule if a waiting thread could not do so because the policy was not active yet or the
     * gate was closed. Called at the end of a change, under its lock.
     */
    void changeEnds(ContextHome home) {
        PolicyInstance inCharge = pool.inCharge();
        boolean isNew = inCharge != known;
        boolean isOwed = missed;
        known = inCharge;
        missed = false;
        if ((isNew || isOwed) && mayHoldBack()) {
            try {
                home.mayHoldBack(context, isOwed);
            } catch (RuntimeException | Error refused) {
                missed = true; // no thread or no memory: the change has been made all the same
                SafeLog.log(
                        LOG, Level.ERROR, "cannot tell the policy to schedule in context ", context.name(), refused);
            }
        }
    }

    /** Tells the policy something; false if none is in charge just now. */
    private boolean tell(ContextWorker current, Consumer<PolicyInstance> news, Supplier<String> what) {
        GateSlot own = current == null ? null : current.slot(context);
        GateSlot slot = own == null ? gate.slotOfThread() : own;
        WorkerProtocol worker = current == null ? null : current.protocol();
        int before = gate.enter(slot, worker);
        if (before == Gate.CLOSED) {
            return false;
        }
        PolicyInstance inCharge = pool.inCharge();
        Throwable thrown = null;
        try {
            news.accept(inCharge);
        } catch (Throwable any) {
            thrown = any;
        } finally {
            gate.leave(slot, worker, before);
        }
        if (thrown != null) {
            context.lifecycle().policyFailed(inCharge, "threw in " + what.get() + ": " + thrown, thrown);
        }
        return true;
    }

    /** Tells the policy that a task begins or has ended, if it is still the one that handed it out. */
    void ofKernel(Job job, ContextWorker worker, PolicyInstance poppedFrom, boolean before) {
        GateSlot slot = worker.slot(context);
        WorkerProtocol protocol = worker.protocol();
        int outside = slot == null ? Gate.CLOSED : gate.enter(slot, protocol);
        if (outside == Gate.CLOSED) {
            return;
        }
        Throwable thrown = null;
        try {
            if (pool.inCharge() == poppedFrom) {
                if (before) {
                    poppedFrom.policy().beforeExecution(job, worker);
                } else {
                    poppedFrom.policy().afterExecution(job, worker);
                }
            }
        } catch (Throwable any) {
            thrown = any;
        } finally {
            gate.leave(slot, protocol, outside);
        }
        if (thrown != null) {
            String hook = before ? "beforeExecution(" : "afterExecution(";
            context.lifecycle().policyFailed(poppedFrom, "threw in " + hook + job + "): " + thrown, thrown);
        }
    }
}
