package org.asterism.core.internal.prediction;

import org.asterism.api.Worker;
import org.asterism.spi.driver.UnitTiming;

/** A worker whose compute unit may know the times of tasks. */
public interface TimedWorker extends Worker {
    /** Returns the unit's own knowledge of the times of tasks; null if they are measured. */
    UnitTiming timing();
}
