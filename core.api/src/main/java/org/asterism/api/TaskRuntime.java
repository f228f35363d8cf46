package org.asterism.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.device.DeviceReport;
import org.asterism.api.model.Links;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.api.observation.HeldTask;
import org.asterism.api.observation.RuntimeObserver;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A set of workers, the contexts that schedule tasks on them, and the data that these tasks share. Any thread may use
 * it, kernels and callbacks included.
 */
@ProviderType
public interface TaskRuntime extends AutoCloseable {
    /**
     * Makes a task that the default context will schedule.
     *
     * @param codelet the kind of work
     * @return a task to be described and submitted
     */
    Task task(Codelet codelet);

    /**
     * Opens a scope in the default context: tasks that a block of the program submits and waits for together.
     *
     * @param name for messages
     * @return the scope, in use until it is closed
     */
    TaskScope openScope(String name);

    /**
     * Returns the registry through which data become known to tasks.
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
     * Returns the simulation, if the machine is only described and time is virtual.
     *
     * @return the settings that the runtime was made with; empty for a real one
     */
    Optional<Simulation> simulation();

    /**
     * Returns the predictor of times and energy of tasks.
     *
     * @return never null
     */
    Predictor predictor();

    /**
     * Returns the graph of dependencies. When an observer hears that a task has been executed, the tasks that waited
     * for it are still there.
     *
     * @return never null
     */
    TaskGraph graph();

    /**
     * Returns the knowledge of the performance models.
     *
     * @return never null
     */
    Models models();

    /**
     * The links between memory nodes.
     *
     * @return never null
     */
    Links links();

    /**
     * Registers an observer for all events from now on. This does not start the shared runtime: an observer that is
     * registered before hears of everything from its start.
     *
     * @param observer the observer
     * @return a handle that ends the observation when it is closed
     */
    Observation observe(RuntimeObserver observer);

    /**
     * Marks the tasks that the calling thread submits from now on as those of an iteration, until that is closed:
     *
     * <pre>{@code
     * for (int step = 0; step < steps; step++) {
     *     try (Iteration _ = runtime.iteration(step)) {
     *         // submit the tasks of this step
     *     }
     * }
     * }</pre>
     *
     * Tasks need not have ended when it is closed. An iteration may be begun within another one. A task costs nothing
     * more for it: observers learn of the begin and the end, and may ask for the {@link #currentIteration current
     * iteration} when a task is submitted.
     *
     * @param number tells iterations apart, 0 or more; usually the loop's counter
     * @return the iteration, to be closed by the calling thread
     * @throws IllegalArgumentException if the number is negative
     * @throws IllegalStateException if the thread is in {@link Iteration#MOST_LEVELS} nested iterations already
     */
    Iteration iteration(long number);

    /**
     * Returns the innermost iteration that the calling thread has begun and not closed.
     *
     * @return empty if there is none
     */
    Optional<Iteration> currentIteration();

    /**
     * All contexts.
     *
     * @return a snapshot
     */
    List<SchedulingContext> contexts();

    /**
     * Returns the problems of contexts that are described by configuration, as in the runtime that programs share.
     *
     * @return a sentence by the context's name, whether the context goes on unchanged or could not be made; empty if
     *     all is well
     */
    default Map<String, String> contextProblems() {
        return Map.of();
    }

    /**
     * All workers.
     *
     * @return a snapshot, by id
     */
    List<Worker> workers();

    /**
     * Workers that have left, because their driver has or their device was lost.
     *
     * @return a snapshot, in the order in which they left; the last ones if they are very many
     */
    default List<FormerWorker> formerWorkers() {
        return List.of();
    }

    /**
     * A context.
     *
     * @param name of the context
     * @return the context
     * @throws IllegalArgumentException if there is none of that name: the message lists those that there are
     */
    SchedulingContext context(String name);

    /**
     * Makes a context with its own workers, which leave the default context. They take with them tasks that they have
     * begun or that programs have {@link Task#on(Worker) bound to them}. Workers that come later join the default
     * context. The new context has the same {@link SchedulingContext#fallbackPolicy fall-back policy}.
     *
     * @param name unique within the runtime
     * @param policy the name of its policy
     * @param workers selects the workers of the default context that it takes
     * @return the context, in use until it is closed
     * @throws IllegalArgumentException if a context of that name exists already, or the predicate selects no worker of
     *     the default context
     * @throws IllegalStateException if the runtime is closed
     * @throws UnknownPolicyException if there is no policy of that name
     * @throws PolicyRefusedException if the policy does not accept the workers
     */
    SchedulingContext createContext(String name, String policy, Predicate<? super Worker> workers);

    /**
     * Makes a context. An empty selection of workers is allowed and logged: the tasks wait until workers come.
     *
     * @param description its settings
     * @return the context, in use until it is closed
     * @throws IllegalArgumentException if a context of that name exists already, if none has the name of its parent or
     *     heir, or if its selection of workers makes no sense on this machine, such as a filter that does not parse or
     *     a name that no worker has
     * @throws IllegalStateException if the runtime is closed, or a scheduling policy calls
     * @throws UnknownPolicyException if there is no policy of that name
     * @throws PolicyRefusedException if the policy does not accept its properties or the workers
     */
    SchedulingContext createContext(ContextDescription description);

    /**
     * One of the contexts, as a runtime, for an application that shall run in it and knows only a runtime.
     *
     * @param context of this runtime
     * @return another view of this runtime, to be {@link ScopedRuntime#end ended} when the application has
     * @throws IllegalArgumentException if the context is closed or of another runtime
     */
    ScopedRuntime scope(SchedulingContext context);

    /**
     * The workers that a selection means.
     *
     * @param selection the selection
     * @return as of now, by id
     * @throws IllegalArgumentException if it makes no sense on this machine, such as a filter that does not parse
     */
    List<Worker> workers(WorkerSelection selection);

    /**
     * Returns the devices that the available drivers have found, whether used or not. Drivers may examine the system
     * anew, so this can take a while.
     *
     * @return one report per driver, by name
     */
    default List<DeviceReport> devices() {
        return List.of();
    }

    /**
     * Makes the drivers look for devices that have come since they were last asked. The workers on them join the
     * contexts that select them.
     *
     * @return the new workers, by id; empty if there are none
     * @throws IllegalStateException if the runtime is closed
     */
    default List<Worker> rescanDevices() {
        return List.of();
    }

    /**
     * The memories that workers work in.
     *
     * @return a snapshot, by id; the first is main memory
     */
    List<MemoryNode> memoryNodes();

    /**
     * The tags of the runtime's tasks.
     *
     * @return the same at every call
     */
    Tags tags();

    /**
     * Makes an empty bundle of tasks.
     *
     * @param name for people
     * @return a bundle
     */
    TaskBundle bundle(String name);

    /**
     * Keeps workers from taking tasks, until {@link #resume} was called as often: once this returns, none takes a task,
     * from its policy or of its own. Tasks that they have taken go on, and tasks may be submitted. Closing the runtime
     * ends all pauses.
     *
     * @throws IllegalStateException if the runtime is closed, or if called by a scheduling policy
     */
    void pause();

    /**
     * Ends a {@link #pause}.
     *
     * @throws IllegalStateException if the runtime is not paused
     */
    void resume();

    /**
     * Whether workers are kept from taking tasks.
     *
     * @return true between {@link #pause} and {@link #resume}
     */
    boolean isPaused();

    /**
     * The policies that a context can use now. Asking does not begin the shared runtime.
     *
     * @return a snapshot, by name
     */
    List<PolicyDescription> policies();

    /**
     * Returns whether there are workers and contexts. The shared runtime starts, and looks for devices, when it is
     * first used. So code that only shows the present state may ask before.
     *
     * @return false only for the shared runtime before its first use; asking does not start it
     */
    default boolean hasBegun() {
        return true;
    }

    /**
     * Returns the source of the runtime's time.
     *
     * @return never null
     */
    Clock clock();

    /**
     * Waits until every task that was submitted before, and every task that these submitted, has ended and its
     * callbacks have returned. Then it reports the failures since the last report.
     *
     * <p>While the runtime is {@link #pause paused} tasks do not count as stuck: this waits until another thread
     * resumes the runtime, so the thread that has paused it must resume it first.
     *
     * @throws TasksFailedException if tasks or callbacks failed; each failure is reported once
     * @throws TasksStuckException if tasks wait for each other in a circle. Also if nothing has moved for
     *     {@link RuntimeConfiguration#patience} and nothing could: the message says what the oldest tasks wait for.
     *     They stay submitted, and may be waited for again
     * @throws IllegalStateException if the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void waitAll() throws InterruptedException;

    /**
     * {@link #waitAll()} for a limited time.
     *
     * @param time the longest time to wait
     * @return false if tasks were left by then; failures are not reported then
     * @throws TasksFailedException if tasks or callbacks failed; each failure is reported once
     * @throws TasksStuckException as by {@link #waitAll()}, if that is detected before the time is over; not in virtual
     *     time
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean waitAll(Duration time) throws InterruptedException;

    /**
     * Waits until at most a number of the submitted tasks have not ended. Failures are not reported.
     *
     * @param tasks the number of unfinished tasks at which the wait ends
     * @throws IllegalStateException if the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void waitUntilAtMost(long tasks) throws InterruptedException;

    /**
     * Examines the tasks that have not ended. It costs nothing unless called; a call takes time in proportion to the
     * number of tasks.
     *
     * @param mostWaiting the greatest number of waiting tasks to list, the oldest first
     * @return counts and the oldest waiting tasks, roughly as of now: tasks move on meanwhile
     */
    TaskOverview tasks(int mostWaiting);

    /**
     * Examines the tasks of one context.
     *
     * @param context of this runtime
     * @param mostWaiting the greatest number of waiting tasks to list
     * @return as of some moment during the call
     * @throws IllegalArgumentException if the context is of another runtime
     */
    TaskOverview tasks(SchedulingContext context, int mostWaiting);

    /**
     * The tasks that were submitted and have not ended. Finding them takes time in proportion to their number.
     *
     * @return a snapshot, by id; tasks that are submitted or end during the call may be there or not
     */
    List<Task> unfinishedTasks();

    /**
     * Explains why a task has not ended: what it waits for, and what that waits for in turn. This takes time in
     * proportion to the number of unfinished tasks.
     *
     * @param task of this runtime
     * @return roughly as of now: tasks move on meanwhile
     * @throws IllegalArgumentException if the task is of another runtime
     */
    Explanation explain(Task task);

    /**
     * Explains what a worker does, or why it does nothing. This takes time in proportion to the number of unfinished
     * tasks.
     *
     * @param worker of this runtime
     * @return roughly as of now: tasks move on meanwhile
     * @throws IllegalArgumentException if the worker is of another runtime
     */
    Explanation explain(Worker worker);

    /**
     * Waits on behalf of a debugger: the observers and {@link #explain(Task) explanations} know of the held task
     * meanwhile. To be called by the observer that keeps the thread, see {@link RuntimeObserver}.
     *
     * @param held the task, and where it is held; the runtime adds the worker of the calling thread if none is named
     * @param wait returns when the task is to go on
     */
    default void hold(HeldTask held, Runnable wait) {
        wait.run();
    }

    /**
     * The tasks that debuggers hold.
     *
     * @return a snapshot, in the order in which they were stopped
     */
    default List<HeldTask> heldTasks() {
        return List.of();
    }

    /**
     * Requests the end of the runtime, and returns at once. From now on submissions are refused as by a closed runtime,
     * except for those of kernels and callbacks. Tasks that {@link Task#repeatWhile repeat} begin no further round, and
     * {@link Worker#run} returns when no submitted task is left. Threads of the runtime end when it is closed, which is
     * still necessary. Any thread may call it, kernels included. Does nothing the second time.
     */
    void requestTermination();

    /**
     * The balancers that can be used now.
     *
     * @return a snapshot, by name
     */
    List<BalancerDescription> balancers();

    /**
     * Puts a balancer in charge, which moves workers between contexts as their load changes, instead of the one that
     * is. It looks at the contexts from time to time by the runtime's clock, also in virtual time. When its bundle
     * leaves, workers stay where they are until a balancer of the name comes.
     *
     * <p>Beside those of the balancer, see its documentation, there are these properties: {@code period} (10ms), how
     * long from one look to the next; {@code lazily} (true), whether a worker leaves its context only when it has run a
     * task in the new one; and of each context, by its name: {@code NAME.least} (0) and {@code NAME.most}, how many
     * workers it may have, and {@code NAME.balanced} (true), whether workers may be moved to and from it at all.
     *
     * @param name of a balancer that is there
     * @param properties by name
     * @throws UnknownBalancerException if there is none of that name; the one in charge stays
     * @throws IllegalArgumentException if it does not accept a property; the one in charge stays
     * @throws IllegalStateException if the runtime is closed
     */
    void balance(String name, Map<String, String> properties);

    /**
     * {@link #balance(String, Map)} without properties.
     *
     * @param name of a balancer that is there
     */
    default void balance(String name) {
        balance(name, Map.of());
    }

    /** Takes the balancer out of charge: workers stay where they are from then on. Does nothing if there is none. */
    void stopBalancing();

    /**
     * Returns the current balancer and the record of its actions.
     *
     * @return as of now
     */
    Balancing balancing();

    /**
     * Ends the runtime: ends all {@link #pause pauses}, waits for the tasks that were submitted, stops the workers,
     * copies the data of heap arrays back and frees memory. Tasks that no worker can run, as those of a parked context,
     * are cancelled, and those that {@link Task#repeatWhile repeat} begin no further round. So may be tasks that other
     * threads submit while it is closed. Does nothing the second time. If something fails, such as a plug-in,
     * everything else is closed nevertheless, and this throws what has failed first; what else has failed is suppressed
     * in that.
     */
    @Override
    void close();
}
