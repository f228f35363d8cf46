package org.asterism.tck;

/** Is told when a component under test calls somebody, within that call. */
@FunctionalInterface
interface Visits {
    /** The component calls somebody. */
    void at(String call);
}
