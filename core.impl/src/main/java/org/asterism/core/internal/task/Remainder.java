package org.asterism.core.internal.task;

/**
 * The remaining work for a task that has taken its place in the order of its data. The caller does it once it holds no
 * lock.
 */
public interface Remainder {
    /**
     * Does it.
     *
     * @throws RuntimeException or an error that was thrown while the task took its places, if it got some of them only
     */
    void complete();

    /** Does what is left, if there is anything. */
    static void complete(Remainder left) {
        if (left != null) {
            left.complete();
        }
    }
}
