package org.asterism.core.internal.coherence;

import org.asterism.core.internal.task.Shortage;

/** Thrown when a memory node has too little memory for the data of a claim. */
final class LackOfRoomException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient Shortage shortage;

    LackOfRoomException(String message, Shortage shortage) {
        super(message);
        this.shortage = shortage;
    }

    /** Returns the memory node and the amount that is lacking. */
    Shortage shortage() {
        return shortage;
    }
}
