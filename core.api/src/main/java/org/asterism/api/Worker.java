package org.asterism.api;

import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One processing unit and what drives it: it asks the scheduling policy for a task, runs it, and again. Any thread may ask
 * a worker for its facts.
 */
@ProviderType
public interface Worker {
    /**
     * The worker's number within its runtime. A number is not used again when its worker has left.
     *
     * @return from 0
     */
    int id();

    /**
     * The worker's name, such as {@code cpu-0}.
     *
     * @return unique within its runtime
     */
    String name();

    /**
     * What kind of processor it is.
     *
     * @return never null
     */
    Architecture architecture();

    /**
     * The memory node whose data its kernels work on.
     *
     * @return from 0; 0 is the machine's main memory
     */
    int memoryNode();

    /**
     * What its driver says of it, such as {@code cpu.pu} (the operating system's number of the processing unit it is bound
     * to).
     *
     * @return names and values for people
     */
    Map<String, Object> properties();

    /**
     * What it is doing.
     *
     * @return the state at some moment during the call
     */
    WorkerState state();

    /**
     * How many tasks it has run to their end, failed ones included.
     *
     * @return a count that may lag behind by a few while the worker runs
     */
    long executedTasks();

    /**
     * Whether it can run a task. For a {@link Task#isRestricted restricted} task this calls what the program gave to
     * {@link Task#where(java.util.function.Predicate)} or {@link Codelet.Builder#condition}.
     *
     * @param task any task of the same runtime
     * @return true if the task's codelet has an implementation for this worker, and neither the codelet nor the task nor its
     *     bundle rules the worker out
     */
    boolean canExecute(Task task);

    /**
     * Performs one iteration of the worker's cycle on the calling thread. Only for workers of a runtime that was made with
     * {@link RuntimeConfiguration#withLaunchedWorkers launchedWorkers} off; one thread at a time.
     *
     * @return what the iteration found
     * @throws IllegalStateException if the runtime gave this worker a thread of its own
     */
    StepResult runOnce();
}
