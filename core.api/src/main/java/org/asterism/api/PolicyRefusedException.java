package org.asterism.api;

/** Thrown when a scheduling policy could not be put in charge. The former policy continues. */
public final class PolicyRefusedException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /**
     * Names the policy and the reason.
     *
     * @param policy the policy's name
     * @param reason the reason for the refusal
     * @param cause null if there is none
     */
    public PolicyRefusedException(String policy, String reason, Throwable cause) {
        super("policy '" + policy + "' was not put in charge: " + reason, cause);
    }
}
