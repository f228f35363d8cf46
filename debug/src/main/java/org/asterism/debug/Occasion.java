package org.asterism.debug;

import java.util.Optional;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * A task at one of its points.
 *
 * @param point the point
 * @param task the task
 * @param worker the worker that has taken the task; empty at {@link Point#PUSH}
 * @param policy the policy that has handed the task out; empty at {@link Point#PUSH} and {@link Point#EXEC}, and for a
 *     task that the program bound to a worker
 * @param decision what the policy has decided about the task; empty unless the task is at {@link Point#SCHED} or
 *     {@link Point#POP}, and the policy reports its decisions
 */
public record Occasion(
        Point point, Task task, Optional<Worker> worker, Optional<String> policy, Optional<Decision> decision) {}
