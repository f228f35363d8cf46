package org.asterism.core.internal.coherence;

/** Something that is to be given up as soon as nobody uses it. */
interface DeferredRelease {
    /** Whether it is done. */
    boolean tryNow();
}
