package org.asterism.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.data.DataHandle;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A request for work: a codelet, the data it works on, and conditions for its start. {@link TaskRuntime#task} or
 * {@link SchedulingContext#task} makes it, the methods that return {@code this} describe it, and {@link #submit}
 * submits it once.
 *
 * <p>A task waits for the tasks {@link #after named} as its predecessors. It also waits, for each of its handles, for
 * the tasks submitted before it whose access conflicts with its own.
 *
 * <p>Until the submission, one thread at a time may describe it; but any thread may name it as another task's
 * predecessor at any time. After the submission any thread may ask for its state and wait for it.
 */
@ProviderType
public interface Task {
    /**
     * Gives the data, in the order of the codelet's access modes.
     *
     * @param handles one per access mode of the codelet
     * @return this
     * @throws IllegalArgumentException if the number does not fit the codelet, or a handle is another runtime's
     * @throws IllegalStateException if the task is submitted, or a handle is closed
     */
    Task data(DataHandle... handles);

    /**
     * Adds one handle, for a codelet that leaves the access modes to its tasks.
     *
     * @param handle the data
     * @param mode what the task does with them
     * @return this
     * @throws IllegalArgumentException if the codelet fixes its access modes, or the handle is another runtime's
     * @throws IllegalStateException if the task is submitted, or the handle is closed
     */
    Task access(DataHandle handle, Access mode);

    /**
     * Gives an object to the kernel; see {@link KernelContext#argument}.
     *
     * @param argument anything, or null for nothing
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task argument(Object argument);

    /**
     * Says how urgent the task is. Policies that sort run higher numbers first; others ignore it.
     *
     * @param priority any number; 0 at first
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task priority(int priority);

    /**
     * Makes the task wait until others have ended, submitted or not yet. If one of them fails, this one fails too,
     * without running.
     *
     * @param predecessors tasks of the same runtime
     * @return this
     * @throws IllegalArgumentException if one is this task, depends on it, or belongs to another runtime
     * @throws IllegalStateException if the task is submitted
     */
    Task after(Task... predecessors);

    /**
     * Makes the task wait for work that is not Asterism's. If that fails, the task fails too, without running. Until it
     * has completed, no tasks of the runtime count as stuck, since they may wait for what follows it; but circles do.
     *
     * @param stages what has to complete first
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task after(CompletionStage<?>... stages);

    /**
     * Makes the task wait for tags; see {@link Tags}. If the first task with such a tag to end fails, this one fails
     * too, without running.
     *
     * @param tags any numbers, named before or not
     * @return this
     * @throws IllegalArgumentException if one of them waits for this task already, directly or not: the message names
     *     the circle
     * @throws IllegalStateException if the task is submitted
     */
    Task afterTags(long... tags);

    /**
     * Gives the task a tag, which is done when the task has ended. Several tasks may carry the same tag: it is done
     * when the first has ended. A tag that is done already is {@link Tags#restart restarted} first; else the task
     * changes nothing for it.
     *
     * @param tag any number
     * @return this
     * @throws IllegalArgumentException if the task waits for the tag already, directly or not: the message names the
     *     circle
     * @throws IllegalStateException if the task is submitted
     */
    Task tag(long tag);

    /**
     * Keeps the task from ending before others have: what waits for it waits for them as well. If one of them fails or
     * is called off, this one fails too, when its kernel has returned and all of them have ended. May be called until
     * the task's kernel has returned for the last time, by any thread, also by the kernel for tasks that it has
     * submitted.
     *
     * @param tasks of the same runtime
     * @return this
     * @throws IllegalArgumentException if one is this task, waits for it, or belongs to another runtime; or if it takes
     *     its turn on data on which this task has its own until it ends. {@link #submit} refuses such a task if it is
     *     described later
     * @throws IllegalStateException if the task's kernel has returned
     */
    Task endAfter(Task... tasks);

    /**
     * Says whether the order of submission matters for the data of this task.
     *
     * @param ordered false if the task may use its data in any order with the tasks on them, if only readers and
     *     writers are kept apart; the data must be {@link DataHandle#arbitrated arbitrated}, which {@link #submit}
     *     looks at: it throws an {@link IllegalStateException} if they are not
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task sequentialConsistency(boolean ordered);

    /**
     * Gives up the order of submission for some of the task's data; see {@link #sequentialConsistency}. That the data
     * are {@link DataHandle#arbitrated arbitrated} is looked at by {@link #submit}, which throws an
     * {@link IllegalStateException} if they are not.
     *
     * @param handles data that the task was given before
     * @return this
     * @throws IllegalArgumentException if the task does not use one of them
     * @throws IllegalStateException if the task is submitted, or a handle is closed
     */
    Task unordered(DataHandle... handles);

    // Where it may run.

    /**
     * Restricts the task to some of the architectures that its codelet has implementations for.
     *
     * @param architectures at least one
     * @return this
     * @throws IllegalArgumentException if the codelet has an implementation for none of them
     * @throws IllegalStateException if the task is submitted
     */
    Task where(Architecture... architectures);

    /**
     * Restricts the task to some workers, in addition to their architecture.
     *
     * @param allowed is asked by many threads and at any time; must answer at once, and always the same. If it throws,
     *     the task fails, or waits for ever if that happens for a worker that comes later; both is reported
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task where(Predicate<? super Worker> allowed);

    /**
     * Gives the task to a worker, past the scheduling policy. Tasks of a worker are run by priority, also while the
     * context has no policy or the worker is another context's. If the worker leaves for good they wait until the
     * runtime is closed, which calls them off.
     *
     * @param worker of the task's context
     * @return this
     * @throws IllegalArgumentException if the worker is not of the task's context, or the codelet cannot run there
     * @throws IllegalStateException if the task is submitted
     */
    Task on(Worker worker);

    /**
     * Gives the task to a worker, which runs such tasks strictly in the order of their numbers, without gaps, before
     * all others. The number of a task that ends without running, or that is given to another worker, makes no gap.
     *
     * @param worker of the task's context
     * @param order from 1; each number once per worker
     * @return this
     * @throws IllegalArgumentException if the worker is not of the task's context, the codelet cannot run there, or the
     *     number is less than 1, has passed, or was given to another task
     * @throws IllegalStateException if the task is submitted
     */
    Task on(Worker worker, long order);

    /**
     * Gives the task to workers that shall run it together, past the scheduling policy. As {@link #on(Worker)} its
     * first member, who calls the others together. Members that have left the task's context by then are not waited
     * for: those that are left run it.
     *
     * @param workers of the task's context, all of them
     * @return this
     * @throws IllegalArgumentException if a member is not of the task's context, or they cannot execute the task
     *     together: see {@link CombinedWorker#canExecute}
     * @throws IllegalStateException if the task is submitted
     */
    Task on(CombinedWorker workers);

    /**
     * Puts the task into a bundle.
     *
     * @param bundle of the same runtime
     * @return this
     * @throws IllegalArgumentException if the bundle is another runtime's
     * @throws IllegalStateException if the task is submitted, or in another bundle, or the bundle is closed
     */
    Task bundle(TaskBundle bundle);

    // What is called when.

    /**
     * Has a callback called when all tasks that this one depends on have ended, before it takes its turn on commuting
     * data and before it is scheduled, by the thread that ended the last of them. The callback may still change the
     * task's {@link #priority(int) priority} and {@link #argument(Object) argument}, and say {@link #on(Worker) where}
     * it runs. It must not wait. If it throws, the task fails without running.
     *
     * @param callback is given this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task prologue(Consumer<? super Task> callback);

    /**
     * Has a callback called when nothing stands in the task's way any more, just before the scheduling policy gets it.
     * It must not wait. What it throws is reported, and the task goes on.
     *
     * @param callback is given this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task onReady(Consumer<? super Task> callback);

    /**
     * Has a callback called by the worker that has taken the task, before its data are fetched. It must not wait. What
     * it throws is reported, and the task goes on.
     *
     * @param callback is given this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task onStart(Consumer<? super Task> callback);

    /**
     * Has a callback called when the task's kernel has returned, before anything that waits for the task is released:
     * tasks that it submits become ready before those. It is not called when the kernel throws. It must not wait. If it
     * throws, the task fails.
     *
     * @param callback is given this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task epilogue(Consumer<? super Task> callback);

    /**
     * Has a callback called once, when the task has ended in any way, by the thread that ended it and after the tasks
     * that depend on it were let go. It may submit tasks; it must not wait for tasks. What it throws is reported by
     * {@link TaskRuntime#waitAll} and does not change the task's state. Several callbacks are called in the order
     * given.
     *
     * @param callback is given this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task onCompletion(Consumer<? super Task> callback);

    /**
     * Runs the task again and again: after each round it takes its place behind the tasks submitted on its data
     * meanwhile. It ends after the last round, and only then what waits for it is released; tasks on its data need not
     * wait for that. All callbacks but {@link #onCompletion} are called in each round. A round that fails is the last.
     * A round fails before it begins if it would come behind a task on its data that waits for the last round by
     * {@link #after} or {@link #endAfter}. When its runtime or context is closed it begins no further round, and ends
     * as one that is called off. A round fails before it begins, and leaves its data as the last round has left them,
     * if the data were cut meanwhile for as long as their partition is open, if they are part of a partition that was
     * closed, or if they were invalidated and nothing writes them anew. Data that are closed meanwhile stay open for
     * all rounds: the call that closes them waits for the last.
     *
     * @param again is asked after each round by the worker; true for another one
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task repeatWhile(Predicate<? super Task> again);

    /**
     * Says that nobody will wait for this very task or ask for its result: the runtime lets go of it when it has ended.
     *
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task detached();

    /**
     * Hands the task over. Never blocks, except while other threads submit tasks on the same data, or when the task's
     * context {@link SchedulingContext#limitSubmitted limits} how many tasks are submitted.
     *
     * @return this
     * @throws IllegalArgumentException if the task names data twice, or data and a part of them, with modes that do not
     *     go together, or has a priority that its context {@link ContextDescription#withPriorities refuses}
     * @throws IllegalStateException if the task is submitted already, was {@link #on given to a worker} that is not of
     *     its context any more, lacks data that its codelet wants, reads what nobody writes, gives up its order on data
     *     that are not {@link DataHandle#arbitrated arbitrated}, takes its turn on data on which one that
     *     {@link #endAfter ends after it} has its own, or a handle, the arena of its memory or the runtime is closed
     */
    Task submit();

    /**
     * {@link #submit} and {@link #await()} in one.
     *
     * @return this
     * @throws TaskFailedException if it failed or was called off
     * @throws TasksStuckException as by {@link #await()}
     * @throws IllegalStateException if the task cannot be submitted, or the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted; the task goes on
     */
    default Task submitAndAwait() throws InterruptedException {
        submit();
        await();
        return this;
    }

    /**
     * Calls the task off if it has not begun, and with it the tasks that depend on it, by name or through data that it
     * should have written. These data are corrupt then; if others take their turn on them at that moment, when they
     * have ended. A task that still waits for others ends when these have. One that {@link #repeatWhile repeats} can be
     * called off between two rounds, and leaves its data as the last one has; one whose kernel is
     * {@link Codelet#attempts tried again} can be called off between two attempts.
     *
     * @return true if it will not run, because of this call or an earlier one; false if it runs or has ended otherwise
     */
    boolean cancel();

    /**
     * The end of the task, for the program's other asynchronous code.
     *
     * @return completes with this task when it has ended well and its callbacks have returned, exceptionally with a
     *     {@link TaskFailedException} otherwise; on the thread that ended it, which must not wait for tasks
     * @throws IllegalStateException if the task is {@link #detached}
     */
    CompletionStage<Task> completion();

    /**
     * What the task's kernel has given to {@link KernelContext#result}.
     *
     * @param <T> the type that the codelet agrees on
     * @param type its class
     * @return completes like {@link #completion}, with null if the kernel gave nothing; exceptionally with a
     *     {@link ClassCastException} if it is of another type
     * @throws IllegalStateException if the task is {@link #detached}
     */
    <T> CompletionStage<T> result(Class<T> type);

    /**
     * Waits until the task has ended and its callbacks have returned.
     *
     * @throws TaskFailedException if it failed or was called off
     * @throws TasksStuckException as by {@link TaskRuntime#waitAll}, if the task is in a circle of tasks or behind one,
     *     or if nothing moves: it waits for a tag that nobody notifies, say, or no worker can run it. It may be waited
     *     for again
     * @throws IllegalStateException if the task was never submitted, or if the calling thread is a worker: what must
     *     follow a task is said with {@link #after} or {@link #onCompletion}
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void await() throws InterruptedException;

    /**
     * {@link #await()} for a limited time.
     *
     * @param time how long to wait at most
     * @return false if the task had not ended by then
     * @throws TaskFailedException if it failed or was called off
     * @throws TasksStuckException as by {@link #await()}, if that is noticed before the time is over; not in virtual
     *     time
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean await(Duration time) throws InterruptedException;

    /**
     * A number that no other task of the runtime has; tasks made later by the same thread have higher ones.
     *
     * @return from 1
     */
    long id();

    /**
     * Where the task is in its life.
     *
     * @return the state at some moment during the call
     */
    TaskState state();

    /**
     * Why the task failed.
     *
     * @return empty unless its state is {@link TaskState#FAILED}
     */
    Optional<Throwable> failure();

    /**
     * What kind of work it is.
     *
     * @return never null
     */
    Codelet codelet();

    /**
     * The number of handles.
     *
     * @return 0 or more; 0 when the task has ended
     */
    int dataCount();

    /**
     * One of the handles.
     *
     * @param index position in the task's list of handles, from 0
     * @return the data
     * @throws IndexOutOfBoundsException if there are fewer, or the task has ended
     */
    DataHandle handle(int index);

    /**
     * What the task does with one of its handles.
     *
     * @param index position in the task's list of handles, from 0
     * @return the access mode
     * @throws IndexOutOfBoundsException if there are fewer, or the task has ended
     */
    Access accessMode(int index);

    /**
     * The architectures on which the task can run, as bits at their {@link Architecture#index() indices}.
     *
     * @return those of the codelet, as far as {@link #where(Architecture...)} allows; 0 for a codelet without work
     */
    long architectureSet();

    /**
     * Whether more than the architecture decides which workers can run the task.
     *
     * @return true if a predicate, its codelet, its bundle or the worker it was given to has a say, or its data were
     *     found to be too large for a memory: ask {@link Worker#canExecute} then
     */
    boolean isRestricted();

    /**
     * The bundle that the task is in.
     *
     * @return empty if it is in none
     */
    Optional<TaskBundle> bundle();

    /**
     * Tells the scheduling policy something about this task that only the program knows. What it means is up to the
     * policy: the component {@code user-choice} of a tree takes an {@link Integer}, the number of the child that the
     * task goes to. StarPU's {@code sched_data}.
     *
     * @param hint any object; null for none
     * @return this
     * @throws IllegalStateException if the task was submitted
     */
    Task hint(Object hint);

    /**
     * What was said with {@link #hint(Object)}.
     *
     * @return null if nothing was
     */
    Object hint();

    /**
     * Says how many floating-point operations the task's kernel does, for figures.
     *
     * @param operations 0 or more
     * @return this
     * @throws IllegalArgumentException if it is negative or no number
     */
    Task flops(double operations);

    /**
     * What was said with {@link #flops(double)}.
     *
     * @return 0 if nothing was
     */
    double flops();

    /**
     * A number that stands for the sizes of the task's data: tasks of one codelet and one footprint are expected to
     * take the same time. It is computed as the reference does, so that its calibrations can be used: see
     * {@link org.asterism.api.data.Layout#footprint}.
     *
     * @return 32 bits, the same in every run; 0 for a task that has ended, which knows its data no more
     */
    int footprint();

    /**
     * How much memory the task's data take, each handle counted once per access.
     *
     * @return bytes
     */
    long dataBytes();

    /**
     * Which implementation of the codelet the task runs, or ran, with.
     *
     * @return its number among those for the worker's architecture, from 0
     */
    int implementation();

    /**
     * See {@link #priority(int)}.
     *
     * @return 0 unless it was set
     */
    int priority();

    /**
     * The context that schedules the task, and after its end the context that the task was made for. If that context
     * was closed and left its tasks to an heir, the heir.
     *
     * @return never null
     */
    SchedulingContext context();
}
