package org.asterism.core.internal.prediction;

import org.asterism.api.Worker;
import org.asterism.spi.driver.UnitTiming;

/** A worker whose compute unit may know the times of tasks. */
public interface TimedWorker extends Worker {
    /** What its unit knows of tasks itself; null if it is measured. */
    UnitTiming timing();
}
