package org.asterism.core.internal.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * Records the call of a policy that a thread is making while it changes a context.
 *
 * <p>The thread writes it, and its {@link PolicySupervisor} reads it. The supervisor may abandon the thread within a
 * call. From then on every {@link #enter} and {@link #leave} throws, so the thread changes nothing any more.
 *
 * <p><b>Memory order.</b> A change may call a policy a million times while all workers wait, so neither entering nor
 * leaving has a fence. The supervisor pays for both sides: it makes the virtual machine stop the thread to take its
 * stack. Afterwards the supervisor sees what the thread has written, and the thread reads what the supervisor has
 * written.
 *
 * <p><b>Calls of the core.</b> A called policy may call the core in turn. In the core, the thread may complete work
 * that other threads wait for. So it must not be abandoned before it has returned to the policy:
 * {@link #beginCoreCall}.
 */
final class CallRecord {
    private static final VarHandle CALL = FieldHandle.of(MethodHandles.lookup(), "call", Call.class);
    private static final VarHandle CALLS = FieldHandle.of(MethodHandles.lookup(), "calls", long.class);

    /**
     * A call of a policy or of its factory.
     *
     * @param policy its name
     * @param instance null if there is none yet
     * @param method its name
     * @param within the policy that called the core before this call, or null
     */
    record Call(String policy, PolicyInstance instance, String method, PolicyInstance within) {
        static Call of(PolicyInstance instance, String method) {
            return new Call(instance.name(), instance, method, null);
        }

        /** Says that none of the policies that take part can be called any more. */
        void markStuck() {
            if (instance != null) {
                instance.stuck().set(true);
            }
            if (within != null) {
                within.stuck().set(true);
            }
        }
    }

    /** Ends an abandoned thread. Code that catches it must do nothing more. */
    static final class AbandonedError extends Error {
        private static final long serialVersionUID = 1L;

        AbandonedError() {
            super("the policy was given up", null, false, false);
        }
    }

    private Call call;
    private long calls;
    private volatile boolean abandoned;

    /** The call of the policy within which the thread has called the core, and how many such calls are nested. */
    private Call suspended;

    private int coreCalls;

    /** Says that the thread is about to call a policy, or about to return into one. */
    void enter(Call next) {
        CALLS.setOpaque(this, calls + 1);
        CALL.setOpaque(this, next);
        checkAbandoned();
    }

    /** Says that the thread has come back from a policy, or that the policy calls the core. */
    void leave() {
        CALL.setOpaque(this, null);
        checkAbandoned();
    }

    /** Calls a policy; returns what it throws, or null. */
    Throwable call(Call next, Runnable method) {
        try {
            enter(next);
            method.run();
            leave();
            return null;
        } catch (AbandonedError abandoned) {
            throw abandoned;
        } catch (Throwable thrown) {
            leave();
            return thrown;
        }
    }

    /** Forgets the policies, at the end of the thread. */
    void forget() {
        CALL.setOpaque(this, null);
        suspended = null;
    }

    void checkAbandoned() {
        if (abandoned) {
            throw new AbandonedError();
        }
    }

    /**
     * Says that the policy has called the core, until {@link #endCoreCall}: the thread is not given up meanwhile.
     *
     * @return false if it was given up before, and nobody waits for it
     */
    boolean beginCoreCall() {
        if (coreCalls == 0) {
            Call within = call;
            CALL.setOpaque(this, null);
            if (abandoned) {
                CALL.setOpaque(this, within);
                return false;
            }
            suspended = within;
        }
        coreCalls++;
        return true;
    }

    /** Ends the call of the core; never throws, for what the core does for others is to be completed. */
    void endCoreCall() {
        if (--coreCalls == 0) {
            CALLS.setOpaque(this, calls + 1);
            CALL.setOpaque(this, suspended);
        }
    }

    /** Whether the thread is neither in a policy nor called by one; for this thread. */
    boolean isInCore() {
        return call == null && coreCalls == 0;
    }

    /** Whether somebody waits for this thread; for it, and for those it waits for. */
    boolean isAwaited() {
        return coreCalls > 0 || !abandoned;
    }

    /** Whether the policy is being made, without the lock for changes; for this thread, and for those it waits for. */
    boolean isCreating() {
        Call within = coreCalls > 0 ? suspended : call;
        return within != null && within.instance() == null;
    }

    // What the supervisor asks.

    /** The call that the thread is within, or null. */
    Call call() {
        return (Call) CALL.getOpaque(this);
    }

    long calls() {
        return (long) CALLS.getOpaque(this);
    }

    /**
     * Abandons the thread: it is refused to enter or leave a policy, or to call the core, from here on. If
     * {@link #call} is not null then, the thread is within that call and changes nothing any more.
     *
     * @return the thread's stack
     */
    StackTraceElement[] abandon(Thread thread) {
        abandoned = true;
        return thread.getStackTrace(); // stops the thread, instead of a fence in each of its calls
    }

    boolean isAbandoned() {
        return abandoned;
    }
}
