package org.asterism.core.internal.runtime;

import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.coherence.Watch;

/** Steps the traffic while there are copies whose drivers cannot report their end. */
interface Poller extends Watch {
    /** Connects it, before anything is copied. */
    void connect(Traffic stepped);
}
