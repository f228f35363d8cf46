package org.asterism.api;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A processing unit and the code that drives it. It repeatedly takes a task from the scheduling policy and runs it. Any
 * thread may query a worker.
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
     * Returns its kind of processor.
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
     * Returns the properties that its driver reports, such as {@code cpu.pu} (the operating system's number of the
     * processing unit it is bound to).
     *
     * @return names and values for people
     */
    Map<String, Object> properties();

    /**
     * Returns its present activity.
     *
     * @return the state at some moment during the call
     */
    WorkerState state();

    /**
     * Returns its states besides the tasks it runs.
     *
     * @return the states that are true at some moment during the call; empty, unless overridden
     */
    default Set<WorkerFlag> flags() {
        return Set.of();
    }

    /**
     * Returns the number of tasks it has run to their end, failed ones included.
     *
     * @return a count that may lag behind by a few while the worker runs
     */
    long executedTasks();

    /**
     * Returns whether it can run a task. For a {@link Task#isRestricted restricted} task this calls the program's
     * predicates from {@link Task#where(java.util.function.Predicate)} and {@link Codelet.Builder#condition}.
     *
     * @param task any task of the same runtime
     * @return true if the task's codelet has an implementation for this worker, neither the codelet nor the task nor
     *     its bundle rules the worker out, and its data were not found to be too large for the memory that the worker
     *     works in
     */
    boolean canExecute(Task task);

    /**
     * Returns whether the program drives this worker. Its runtime gave it no thread, because it was made with
     * {@link RuntimeConfiguration#withoutThreadsFor} or {@link RuntimeConfiguration#withLaunchedWorkers
     * launchedWorkers} off. Such a worker runs on a thread of the program, within {@link #runOnce} and {@link #run}.
     *
     * <p>One thread drives a worker: the first that calls {@link #runOnce}, {@link #run} or {@link #beginDriving}. Its
     * unit is prepared on that thread, since some libraries of devices must be used by one thread only. No other thread
     * may drive the worker until that thread calls {@link #endDriving}, or has ended.
     *
     * <p>When the worker leaves, because its driver leaves or the runtime is closed, {@link #run} returns after the
     * task under way, and its thread ends the use of the unit. If no thread is within {@link #run} or {@link #runOnce}
     * then, the thread that makes the worker leave ends it. If tasks are left when the runtime is closed, and no other
     * worker takes them, the closing thread runs them.
     *
     * @return false if the runtime steps it: on a thread of its own, or in virtual time
     */
    default boolean isDriven() {
        return false;
    }

    /**
     * The thread that the worker runs tasks on.
     *
     * @return its own; or that of the program that drives it; empty if none does, and in virtual time
     */
    default Optional<Thread> thread() {
        return Optional.empty();
    }

    /**
     * Makes the calling thread the one that drives this worker, and prepares the worker's unit on it. {@link #runOnce}
     * and {@link #run} do so by themselves when they are called for the first time. Does nothing if the calling thread
     * drives it already.
     *
     * @throws IllegalStateException if the worker is not {@link #isDriven driven} by the program, has left, or another
     *     thread drives it; if the unit cannot be used, with the reason; or if called by a kernel or callback on a
     *     worker
     */
    default void beginDriving() {
        throw new IllegalStateException(name() + " is not driven by the program");
    }

    /**
     * Ends what {@link #beginDriving} began, on the same thread, when the tasks under way have ended: another thread
     * may drive the worker then. Does nothing if no thread drives it.
     *
     * @throws IllegalStateException if the worker is not {@link #isDriven driven} by the program, if another thread
     *     drives it, or if called by a kernel or callback on a worker
     */
    default void endDriving() {
        throw new IllegalStateException(name() + " is not driven by the program");
    }

    /**
     * Performs one iteration of the worker's cycle on the calling thread, and never waits. A worker that is driven only
     * in this way is never woken, and never counts as asleep.
     *
     * @return the result of the iteration; {@link StepResult#IDLE} from a worker that has left, or whose tasks are
     *     being ended by a thread that closes the runtime
     * @throws IllegalStateException if the worker is not {@link #isDriven driven} by the program, if another thread
     *     drives it, or if called by a kernel or callback on a worker
     */
    StepResult runOnce();

    /**
     * Runs tasks on the calling thread until it is asked to return. Without tasks it looks for some a short while, then
     * sleeps until it is woken, as the threads of the runtime do. It returns, after the task under way, when
     *
     * <ul>
     *   <li>{@link #stop} was called, also before {@code run} was: each return of that kind uses the request up;
     *   <li>the calling thread was interrupted, and stays so;
     *   <li>{@link TaskRuntime#requestTermination} was called, and no submitted task is left;
     *   <li>the worker leaves, or has left.
     * </ul>
     *
     * @throws IllegalStateException if the worker is not {@link #isDriven driven} by the program, if another thread
     *     drives it, or if called by a kernel or callback
     */
    default void run() {
        throw new IllegalStateException(name() + " is not driven by the program");
    }

    /**
     * {@link #run} for a limited time.
     *
     * @param time the longest time, except for the task under way then, by the runtime's clock
     * @return true if it returned for another reason before the time was over
     * @throws IllegalStateException as by {@link #run}
     */
    default boolean runFor(Duration time) {
        throw new IllegalStateException(name() + " is not driven by the program");
    }

    /**
     * {@link #run} until a condition holds.
     *
     * @param condition an effect of tasks, such as {@code () -> task.state().isFinal()}. It is asked before each
     *     iteration and, while the worker sleeps, by each thread that ends a task: it must be quick and never wait. For
     *     other events call {@link #stop} when they have happened. If it throws, {@code runUntil} throws the same
     * @return whether the condition holds; if not, it returned for another reason
     * @throws IllegalStateException as by {@link #run}
     */
    default boolean runUntil(BooleanSupplier condition) {
        throw new IllegalStateException(name() + " is not driven by the program");
    }

    /**
     * Asks the thread that is within {@link #run}, or enters it next, to return after the task under way. Any thread
     * may call it, also the kernels that the worker runs.
     *
     * @throws IllegalStateException if the worker is not {@link #isDriven driven} by the program
     */
    default void stop() {
        throw new IllegalStateException(name() + " is not driven by the program");
    }
}
