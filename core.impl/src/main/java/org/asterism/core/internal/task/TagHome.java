package org.asterism.core.internal.task;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What tags need of their runtime. */
public interface TagHome {
    /** Refuses to go on if the calling thread is a worker of the runtime. */
    void refuseWorkers(String what);

    /** Waits until a condition holds; null waits without limit. */
    boolean await(BooleanSupplier condition, Duration time, String what) throws InterruptedException;

    /** Has all who wait look at their condition again. */
    void wakeAll();
}
