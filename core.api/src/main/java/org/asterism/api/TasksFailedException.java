package org.asterism.api;

import java.util.List;

/** Thrown with all failures since the last report of {@link TaskRuntime#waitAll}. */
public final class TasksFailedException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /** The failures; transient because a cause need not be serialisable. */
    private final transient List<Throwable> failures;

    private final long dependents;

    /**
     * Collects failures; the first is the cause, the others are suppressed exceptions.
     *
     * @param failures the exceptions of kernels and callbacks, each with the name of its task; at least one
     * @param unlisted the number of further failures, which are not listed so that the list stays small
     * @param dependents the number of tasks that failed only because they needed one that failed
     */
    public TasksFailedException(List<? extends Throwable> failures, long unlisted, long dependents) {
        super(message(failures, unlisted, dependents), failures.getFirst());
        this.failures = List.copyOf(failures);
        this.dependents = dependents;
        for (Throwable further : failures.subList(1, failures.size())) {
            addSuppressed(further);
        }
    }

    private static String message(List<? extends Throwable> failures, long unlisted, long dependents) {
        long number = failures.size() + unlisted;
        return (number == 1 ? "1 failure: " : number + " failures, the first: ")
                + failures.getFirst().getMessage()
                + (dependents == 0 ? "" : "; " + dependents + " more did not run because they needed it");
    }

    /**
     * The failures of kernels and callbacks, and the tasks that the runtime has called off by itself, as when it was
     * closed. If these were reported before, and tasks submitted since needed what they did not do, the first of those
     * tasks.
     *
     * @return at least one, in the order in which they happened
     */
    public List<Throwable> failures() {
        return failures;
    }

    /**
     * Returns the number of tasks that did not run because they needed one that failed.
     *
     * @return a count
     */
    public long dependents() {
        return dependents;
    }
}
