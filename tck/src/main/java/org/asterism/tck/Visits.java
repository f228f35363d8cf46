package org.asterism.tck;

/** Listener for calls of a component under test, called within each call. */
@FunctionalInterface
interface Visits {
    /** Called when the component makes a call. */
    void at(String call);
}
