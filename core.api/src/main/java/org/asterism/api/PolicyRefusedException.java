package org.asterism.api;

/** A scheduling policy could not be put in charge; the one before it goes on. */
public final class PolicyRefusedException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /**
     * Names the policy and the reason.
     *
     * @param policy the policy's name
     * @param reason why not
     * @param cause null if there is none
     */
    public PolicyRefusedException(String policy, String reason, Throwable cause) {
        super("policy '" + policy + "' was not put in charge: " + reason, cause);
    }
}
