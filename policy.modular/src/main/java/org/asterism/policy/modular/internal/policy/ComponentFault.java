package org.asterism.policy.modular.internal.policy;

/** A component has broken a rule, or has thrown: the message names it. */
final class ComponentFault extends IllegalStateException {
    private static final long serialVersionUID = 1;

    ComponentFault(String message, Throwable cause) {
        super(message, cause);
    }

    /** Just the message, which goes into sentences of the core. */
    @Override
    public String toString() {
        return getMessage();
    }
}
