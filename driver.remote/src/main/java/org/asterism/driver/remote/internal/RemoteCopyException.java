package org.asterism.driver.remote.internal;

import org.asterism.api.AsterismException;

/** Thrown when a member could not make a copy, because a device there has refused it. */
final class RemoteCopyException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param member the member's name
     * @param text why, as the member says
     */
    RemoteCopyException(String member, String text) {
        super("member " + member + " cannot copy the data: " + text, null);
    }
}
