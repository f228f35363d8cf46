package org.asterism.policy.modular.internal;

/** A component has broken a rule, or has thrown: the message names it. */
public final class ComponentFault extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /**
     * Makes a fault.
     *
     * @param message names the component
     * @param cause what it threw, or null
     */
    public ComponentFault(String message, Throwable cause) {
        super(message, cause);
    }

    /** Just the message, which goes into sentences of the core. */
    @Override
    public String toString() {
        return getMessage();
    }
}
