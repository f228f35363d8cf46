package org.asterism.policy.parallel.pheft.internal;

import org.asterism.kit.policy.placement.Runner;

/** A runner with the work that is placed with it: a worker, or several together. */
sealed interface Account extends Runner permits Single, Together {
    /** When all of its workers are expected to be free. */
    long ready(long now);

    /** The number of its tasks, in comparison with its speed. */
    double load();
}
