package org.asterism.core.internal.runtime;

import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.coherence.Watch;

/** What steps the traffic while there are copies of drivers that cannot tell when one has ended. */
interface Poller extends Watch {
    /** Connects it, before anything is copied. */
    void connect(Traffic stepped);
}
