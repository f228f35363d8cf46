package org.asterism.driver.remote.internal;

import org.asterism.api.AsterismException;

/** Thrown when a kernel has failed on a member, or the member has refused to run it. */
final class RemoteKernelException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param member the member's name
     * @param type the name of the class of what the kernel has thrown; empty if the member has refused to run it
     * @param text the message
     */
    RemoteKernelException(String member, String type, String text) {
        super(
                type.isEmpty()
                        ? "member " + member + " refuses the kernel: " + text
                        : "on member " + member + ", the kernel has thrown " + type + ": " + text,
                null);
    }
}
