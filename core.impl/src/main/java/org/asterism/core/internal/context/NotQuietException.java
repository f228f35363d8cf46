package org.asterism.core.internal.context;

import java.util.List;

/** Thrown when calls of a policy do not return, so that another policy cannot replace it. */
final class NotQuietException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<GateSlot> busy;

    /**
     * @param policy its name
     * @param busy from where it is called
     */
    NotQuietException(String policy, List<GateSlot> busy) {
        super("the calls of policy '" + policy + "' that are under way do not return", null, false, false);
        this.busy = busy;
    }

    /** From where the policy is called. */
    List<GateSlot> busy() {
        return busy;
    }
}
