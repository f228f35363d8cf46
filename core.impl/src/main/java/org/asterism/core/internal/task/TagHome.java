package org.asterism.core.internal.task;

import java.time.Duration;

/** The services that tags need from their runtime. */
public interface TagHome {
    /** Refuses to go on if the calling thread is a worker of the runtime. */
    void refuseWorkers(String what);

    /** Waits until a tag is done; null waits without limit. */
    boolean await(Round tag, Duration time) throws InterruptedException;

    /** Makes all waiting threads check their conditions again. */
    void wakeAll();
}
