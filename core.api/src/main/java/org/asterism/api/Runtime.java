package org.asterism.api;

import java.time.Duration;
import java.util.List;
import org.asterism.api.data.DataRegistry;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A set of workers, the contexts that schedule tasks on them, and the data that these tasks share. Any thread may use it,
 * kernels and callbacks included.
 */
@ProviderType
public interface Runtime extends AutoCloseable {
    /**
     * Makes a task that the default context will schedule.
     *
     * @param codelet the kind of work
     * @return a task to be described and submitted
     */
    Task task(Codelet codelet);

    /**
     * Where data become known to tasks.
     *
     * @return this runtime's registry
     */
    DataRegistry data();

    /**
     * The context that {@link #task} uses.
     *
     * @return never null
     */
    SchedulingContext defaultContext();

    /**
     * All contexts.
     *
     * @return a snapshot
     */
    List<SchedulingContext> contexts();

    /**
     * All workers.
     *
     * @return a snapshot, by id
     */
    List<Worker> workers();

    /**
     * The policies that a context can use now.
     *
     * @return a snapshot, by name
     */
    List<PolicyDescription> policies();

    /**
     * Where the runtime takes its time from.
     *
     * @return never null
     */
    Clock clock();

    /**
     * Waits until every task that was submitted before, and every task that these submitted, has ended and its callbacks
     * have returned; then reports what failed since the last report.
     *
     * @throws TasksFailedException if tasks or callbacks failed; each failure is reported once
     * @throws IllegalStateException if the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void waitAll() throws InterruptedException;

    /**
     * {@link #waitAll()} for a limited time.
     *
     * @param time how long to wait at most
     * @return false if tasks were left by then; failures are not reported then
     * @throws TasksFailedException if tasks or callbacks failed; each failure is reported once
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean waitAll(Duration time) throws InterruptedException;

    /**
     * Looks at the tasks that have not ended. Costs nothing while nobody asks; an answer takes time in proportion to the
     * number of tasks.
     *
     * @param mostWaiting how many of the oldest waiting tasks to list
     * @return counts and the oldest waiting tasks, roughly as of now: tasks move on meanwhile
     */
    TaskOverview tasks(int mostWaiting);

    /**
     * Ends the runtime: waits for the tasks that were submitted, stops the workers, copies the data of heap arrays back and
     * frees memory. Tasks of a parked context are cancelled. Does nothing the second time.
     */
    @Override
    void close();
}
