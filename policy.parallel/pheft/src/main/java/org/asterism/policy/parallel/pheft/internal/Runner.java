package org.asterism.policy.parallel.pheft.internal;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;

/** Who can run a task: a worker, or several together. */
sealed interface Runner permits Single, Together {
    /** The worker itself, or the one that leads. */
    Worker leader();

    boolean canExecute(Task task);

    /** When all of them are expected to be done with what they have. */
    long ready(long now);

    /** How many tasks they have, in comparison with how fast they are. */
    double load();

    double nanos(Predictor predictor, Task task, int implementation);

    double joules(Predictor predictor, Task task, int implementation);

    /** Whether several workers run a task together. */
    boolean isTeam();
}
