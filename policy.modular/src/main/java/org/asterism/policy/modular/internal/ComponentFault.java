package org.asterism.policy.modular.internal;

/** Exception for a component that broke a rule or threw an exception. The message names the component. */
public final class ComponentFault extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message message with the component's name
     * @param cause exception of the component, or null
     */
    public ComponentFault(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the message alone, because the core inserts it into sentences. */
    @Override
    public String toString() {
        return getMessage();
    }
}
