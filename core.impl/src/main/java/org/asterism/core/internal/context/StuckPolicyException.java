package org.asterism.core.internal.context;

/** Thrown when a policy does not return from a call in time; see {@link PolicySupervisor}. */
final class StuckPolicyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient CallRecord.Call call;

    StuckPolicyException(CallRecord.Call call, String where) {
        super("policy '" + call.policy() + "' has not returned from " + call.method() + " for ten seconds; " + where);
        this.call = call;
    }

    CallRecord.Call call() {
        return call;
    }
}
