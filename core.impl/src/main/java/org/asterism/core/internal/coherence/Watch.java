package org.asterism.core.internal.coherence;

import org.asterism.spi.driver.Transfer;

/** Ensures that copies are polled if their drivers do not report the end of a copy. */
@FunctionalInterface
public interface Watch {
    /** Makes the {@link Traffic} step until a copy has ended, or at the time that it names. Called in the seat. */
    void watch(Transfer transfer);
}
