package org.asterism.core.internal.coherence;

import org.asterism.core.internal.task.Shortage;

/** Thrown when a claim cannot be met on its node, because there is too little memory for its data. */
final class LackOfRoomException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient Shortage shortage;

    LackOfRoomException(String message, Shortage shortage) {
        super(message);
        this.shortage = shortage;
    }

    /** Which memory, and what there is too little of. */
    Shortage shortage() {
        return shortage;
    }
}
