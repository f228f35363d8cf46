package org.asterism.api;

/** Effect of a failed task on the other tasks of its context or, if it has one, of its {@link TaskScope scope}. */
public enum FailureMode {
    /** Only those fail that depend on it. */
    ISOLATED,
    /**
     * Every task of the context that has not begun is called off, until the failure has been reported by
     * {@code waitAll}. Tasks submitted meanwhile are called off as well. A scope is cancelled for good.
     */
    FAIL_FAST
}
