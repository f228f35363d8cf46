package org.asterism.core.internal.coherence;

import org.asterism.spi.driver.Transfer;

/** Sees to it that copies are asked for whose drivers do not tell when they have ended. */
@FunctionalInterface
public interface Watch {
    /** Has the {@link Traffic} step until a copy has ended, or at the time it names; called in the seat. */
    void watch(Transfer transfer);
}
