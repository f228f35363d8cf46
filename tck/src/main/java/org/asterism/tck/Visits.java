package org.asterism.tck;

/** Notified when a component under test makes a call, within that call. */
@FunctionalInterface
interface Visits {
    /** The component calls somebody. */
    void at(String call);
}
