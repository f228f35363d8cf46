package org.asterism.core.internal.task;

/** Combines the contributions to a piece of data when a task uses the data in another mode. */
public interface Reducer {
    /**
     * Makes what stands in the order between the contributors and the next task; with the lock of the data, which takes
     * its place.
     *
     * @param priority of the next task
     * @param hasValue whether the data had a value before the first contribution
     * @param isWanted whether the result matters: not if it is overwritten
     * @return has ended when the contributions have been put together
     */
    Job join(int priority, boolean hasValue, boolean isWanted);
}
