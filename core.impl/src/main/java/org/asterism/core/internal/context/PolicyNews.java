package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Job;

/**
 * What a context's policy is told of tasks but for what it gets and hands out: through the gate, so that it is the one in charge and stays
 * so meanwhile. While none is in charge nobody is told.
 */
final class PolicyNews {
    private static final Logger LOG = System.getLogger(PolicyNews.class.getName());

    private final Context context;
    private final Custody custody;
    private final Gate gate;

    /** Whether the policy was not told to schedule, because the gate was closed. */
    private volatile boolean missed;

    /** The policy that was in charge when the last change ended. */
    private PolicySlot known;

    PolicyNews(Context context, Custody custody, Gate gate) {
        this.context = context;
        this.custody = custody;
        this.gate = gate;
    }

    /** Tells the policy of a task that does not pass through it. */
    void ofBound(Job job, ContextWorker worker, ContextWorker current) {
        tell(
                current,
                slot -> {
                    if (slot.hasPushedTo()) {
                        slot.policy().pushedTo(job, worker);
                    }
                },
                () -> "pushedTo(" + job + ", " + worker.name() + ")");
    }

    /** Tells the policy of a task that was submitted. */
    void ofSubmitted(Job job, ContextWorker current) {
        PolicySlot inCharge = custody.slot();
        if (inCharge != null && inCharge.hasSubmitted()) {
            tell(current, slot -> slot.policy().submitted(job), () -> "submitted(" + job + ")");
        }
    }

    /** Tells the policy that many tasks are there. If a change is under way, that is done when it ends. */
    void toSchedule(ContextWorker current) {
        while (mayHoldBack() && !tell(current, slot -> slot.policy().schedule(), () -> "schedule()")) {
            missed = true; // first: the change looks at it when it has opened the gate
            if (!gate.isOpen()) {
                return;
            }
        }
    }

    private boolean mayHoldBack() {
        PolicySlot inCharge = custody.slot();
        return inCharge != null && inCharge.hasSchedule();
    }

    /**
     * Has the policy told to schedule if a thread that waits could not tell it: it was not in charge yet, or the gate was
     * closed. At the end of a change, under its lock.
     */
    void changeEnds(ContextHome home) {
        PolicySlot inCharge = custody.slot();
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
    private boolean tell(ContextWorker current, Consumer<PolicySlot> news, Supplier<String> what) {
        Turn own = current == null ? null : current.turn(context);
        Turn turn = own == null ? gate.sharedTurn() : own;
        WorkerProtocol worker = current == null ? null : current.protocol();
        int before = gate.enter(turn, worker);
        if (before == Gate.CLOSED) {
            return false;
        }
        PolicySlot inCharge = custody.slot();
        Throwable thrown = null;
        try {
            news.accept(inCharge);
        } catch (Throwable any) {
            thrown = any;
        } finally {
            gate.leave(turn, worker, before);
        }
        if (thrown != null) {
            context.lifecycle().policyFailed(inCharge, "threw in " + what.get() + ": " + thrown, thrown);
        }
        return true;
    }

    /** Tells the policy that a task begins or has ended, if it is still the one that handed it out. */
    void ofKernel(Job job, ContextWorker worker, PolicySlot poppedFrom, boolean before) {
        Turn turn = worker.turn(context);
        WorkerProtocol protocol = worker.protocol();
        int outside = turn == null ? Gate.CLOSED : gate.enter(turn, protocol);
        if (outside == Gate.CLOSED) {
            return;
        }
        Throwable thrown = null;
        try {
            if (custody.slot() == poppedFrom) {
                if (before) {
                    poppedFrom.policy().beforeExecution(job, worker);
                } else {
                    poppedFrom.policy().afterExecution(job, worker);
                }
            }
        } catch (Throwable any) {
            thrown = any;
        } finally {
            gate.leave(turn, protocol, outside);
        }
        if (thrown != null) {
            String hook = before ? "beforeExecution(" : "afterExecution(";
            context.lifecycle().policyFailed(poppedFrom, "threw in " + hook + job + "): " + thrown, thrown);
        }
    }
}
