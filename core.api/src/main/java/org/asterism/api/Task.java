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
 * <p>Before the submission, only one thread at a time may describe the task. Any thread may name it as another task's
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
     * @param mode the task's access to them
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
     * Makes the task wait for work outside Asterism. If that fails, the task fails too, without running. Until it has
     * completed, no tasks of the runtime count as stuck, because they may wait for its consequences; but circles do.
     *
     * @param stages the stages that have to complete first
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
     * Gives up the order of submission for some of the task's data; see {@link #sequentialConsistency}. {@link #submit}
     * throws an {@link IllegalStateException} if the data are not {@link DataHandle#arbitrated arbitrated}.
     *
     * @param handles data of the task, named before
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
     * Binds the task to a worker, past the scheduling policy. A worker runs such tasks by priority, even if the context
     * has no policy or the worker is now in another context. If the worker leaves for good they wait until the runtime
     * is closed, which calls them off.
     *
     * @param worker of the task's context
     * @return this
     * @throws IllegalArgumentException if the worker is not of the task's context, or the codelet cannot run there
     * @throws IllegalStateException if the task is submitted
     */
    Task on(Worker worker);

    /**
     * Binds the task to a worker, which runs such tasks strictly in the order of their numbers, without gaps, before
     * all others. If a task ends without running, or is bound to another worker, its number leaves no gap.
     *
     * @param worker of the task's context
     * @param order from 1; each number once per worker
     * @return this
     * @throws IllegalArgumentException if the worker is not of the task's context, the codelet cannot run there, or the
     *     number is less than 1, has passed, or belongs to another task
     * @throws IllegalStateException if the task is submitted
     */
    Task on(Worker worker, long order);

    /**
     * Binds the task to workers that run it together, past the scheduling policy. It is bound as by {@link #on(Worker)}
     * to the first member, which calls the others together. If members have left the task's context by then, the others
     * run it.
     *
     * @param workers workers of the task's context
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
     * Adds a callback for the moment when all predecessors of this task have ended, before it takes its turn on
     * commuting data and before it is scheduled. The thread that ended the last predecessor calls it. The callback may
     * still change the task's {@link #priority(int) priority} and {@link #argument(Object) argument}, and choose
     * {@link #on(Worker) the worker}. It must not wait. If it throws, the task fails without running.
     *
     * @param callback gets this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task prologue(Consumer<? super Task> callback);

    /**
     * Adds a callback for the moment when the task has no obstacles left, just before the scheduling policy gets it. It
     * must not wait. If it throws, the exception is reported, and the task goes on.
     *
     * @param callback gets this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task onReady(Consumer<? super Task> callback);

    /**
     * Adds a callback that the worker calls when it has taken the task, before its data are fetched. It must not wait.
     * If it throws, the exception is reported, and the task goes on.
     *
     * @param callback gets this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task onStart(Consumer<? super Task> callback);

    /**
     * Adds a callback for the moment when the task's kernel has returned, before the tasks and threads that wait for
     * this task are released: tasks that the callback submits become ready before those. It is not called when the
     * kernel throws. It must not wait. If it throws, the task fails.
     *
     * @param callback gets this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task epilogue(Consumer<? super Task> callback);

    /**
     * Adds a callback that is called once, when the task has ended in any way, after its successors were released. The
     * thread that ended the task calls it. It may submit tasks, but must not wait for tasks. If it throws,
     * {@link TaskRuntime#waitAll} reports the exception, and the task's state does not change. Several callbacks are
     * called in the order given.
     *
     * @param callback gets this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task onCompletion(Consumer<? super Task> callback);

    /**
     * Repeats the task: after each round it takes its place behind the tasks submitted on its data meanwhile.
     *
     * <p>The task ends after the last round. Only then are its explicit successors released; tasks on its data need not
     * wait for that. All callbacks except {@link #onCompletion} are called in each round. A round that fails is the
     * last. When its runtime or context is closed the task begins no further round, and ends as one that is called off.
     *
     * <p>A round fails before it begins if it would come behind a task on its data that waits for the last round by
     * {@link #after} or {@link #endAfter}. It also fails before it begins, and leaves the data of the last round, in
     * these cases: the data were cut meanwhile for as long as their partition is open; they are part of a partition
     * that was closed; they were invalidated and nothing writes them anew. Data that are closed meanwhile stay open for
     * all rounds: the call that closes them waits for the last.
     *
     * @param again called by the worker after each round; true for another round
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task repeatWhile(Predicate<? super Task> again);

    /**
     * Declares that no code waits for this very task or asks for its result, so that the runtime releases it when it
     * has ended.
     *
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task detached();

    /**
     * Submits the task. Never blocks, except while other threads submit tasks on the same data, or when the task's
     * context {@link SchedulingContext#limitSubmitted limits} the number of submitted tasks.
     *
     * @return this
     * @throws IllegalArgumentException if the task names data twice, or data and a part of them, with modes that do not
     *     go together, or has a priority that its context {@link ContextDescription#withPriorities refuses}
     * @throws IllegalStateException if the task is submitted already, is {@link #on bound to a worker} that has left
     *     its context, lacks data that its codelet needs, or reads data that no task writes. Also if it gives up its
     *     order on data that are not {@link DataHandle#arbitrated arbitrated}, or takes its turn on data on which a
     *     task that {@link #endAfter ends after it} has its own. Also if a handle, the arena of its memory or the
     *     runtime is closed
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
     * Returns the result that the task's kernel has set with {@link KernelContext#result}.
     *
     * @param <T> the type that the codelet agrees on
     * @param type its class
     * @return completes like {@link #completion}, with null if the kernel set nothing; exceptionally with a
     *     {@link ClassCastException} if it is of another type
     * @throws IllegalStateException if the task is {@link #detached}
     */
    <T> CompletionStage<T> result(Class<T> type);

    /**
     * Waits until the task has ended and its callbacks have returned.
     *
     * @throws TaskFailedException if it failed or was called off
     * @throws TasksStuckException as by {@link TaskRuntime#waitAll}, if the task is in a circle of tasks or behind one,
     *     or if nothing moves. For instance, it waits for a tag that no thread notifies, or no worker can run it. It
     *     may be waited for again
     * @throws IllegalStateException if the task was never submitted, or if the calling thread is a worker: use
     *     {@link #after} or {@link #onCompletion} for work that must follow a task
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void await() throws InterruptedException;

    /**
     * {@link #await()} for a limited time.
     *
     * @param time the longest time to wait
     * @return false if the task had not ended by then
     * @throws TaskFailedException if it failed or was called off
     * @throws TasksStuckException as by {@link #await()}, if that is detected before the time is over; not in virtual
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
     * Returns the current state of the task.
     *
     * @return the state at some moment during the call
     */
    TaskState state();

    /**
     * Returns the reason why the task failed.
     *
     * @return empty unless its state is {@link TaskState#FAILED}
     */
    Optional<Throwable> failure();

    /**
     * Returns the kind of work.
     *
     * @return never null
     */
    Codelet codelet();

    /**
     * The number of handles. A task that has ended drops its data, perhaps a moment after a wait for it has returned.
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
     * Returns the task's access to one of its handles.
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
     * Returns whether more than the architecture decides which workers can run the task.
     *
     * @return true if a predicate, its codelet, its bundle or a binding to a worker restricts it, or its data were
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
     * Returns the hint set with {@link #hint(Object)}.
     *
     * @return null if there is none
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
     * Returns the operations set with {@link #flops(double)}.
     *
     * @return 0 if none were set
     */
    double flops();

    /**
     * A number that stands for the sizes of the task's data: tasks of one codelet and one footprint are expected to
     * take the same time. It is computed as StarPU does, so that its calibrations can be used: see
     * {@link org.asterism.api.data.Layout#footprint}.
     *
     * @return 32 bits, the same in every run; 0 for a task that has ended, which knows its data no more
     */
    int footprint();

    /**
     * Returns the size of the task's data, each handle counted once per access.
     *
     * @return bytes
     */
    long dataBytes();

    /**
     * Returns the number of the codelet's implementation with which the task runs or ran.
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
