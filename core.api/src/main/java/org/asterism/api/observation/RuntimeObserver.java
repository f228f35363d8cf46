package org.asterism.api.observation;

import java.util.Optional;
import org.asterism.api.Iteration;
import org.asterism.api.MemoryNode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.tree.TreeView;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Observes the events of a runtime for as long as it is {@link org.asterism.api.TaskRuntime#observe registered}.
 *
 * <p><b>Life of a task.</b> {@link #submitted}, {@link #ready}, {@link #pushed}, {@link #decided} if the policy reports
 * its decisions, {@link #stored} if the policy is a tree of components, {@link #popped}, {@link #fetching} and
 * {@link #fetched} if data have to be brought, {@link #starting}, {@link #launched}, {@link #executed},
 * {@link #completed}. A task that is tried again, repeats, or returns from a lost device passes some of them several
 * times. A task that fails before it runs, or is cancelled, skips some. Each submitted task is completed once, and so
 * is a task that is cancelled instead of submitted.
 *
 * <p><b>Costs.</b> The runtime reports an event only if the observer's class overrides its method. An event that nobody
 * observes costs one plain read of memory.
 *
 * <p><b>Threads.</b> Many at once. A method must return soon and must not call the runtime, with these exceptions: it
 * may query tasks, handles, workers and contexts, and ask the runtime for its
 * {@link org.asterism.api.TaskRuntime#predictor predictor}, its {@link org.asterism.api.TaskRuntime#graph graph}, the
 * {@link org.asterism.api.TaskRuntime#currentIteration iteration} of the calling thread, and whether it
 * {@link org.asterism.api.TaskRuntime#isPaused is paused}. If a method throws, the exception is reported and the
 * observation ends. Times are those of the runtime's clock.
 *
 * <p><b>Debuggers.</b> {@link #pushed}, {@link #popped} and {@link #starting} may keep the calling thread, and may
 * {@link org.asterism.api.TaskRuntime#pause pause} the runtime. The calling thread is in no policy then, and holds no
 * lock. It waits within {@link org.asterism.api.TaskRuntime#hold}, so that the runtime can explain what is held. Such
 * an observer says so by {@link #isHolding}, and lets its threads go when the runtime or the task's context is
 * {@link #closing() closed}. {@link #decided}, {@link #stored} and {@link #treeChanged} must not keep their threads:
 * the policy that calls them may hold locks.
 */
@ConsumerType
public interface RuntimeObserver {
    // The life of a task.

    /**
     * A task was submitted; its place in the order of its data is decided, and the call comes in that order for tasks
     * that one thread submits.
     *
     * @param task with all that was said of it
     */
    default void submitted(Task task) {}

    /**
     * A task waits for nothing any more. Called by the thread that removed the last obstacle.
     *
     * @param task the task
     */
    default void ready(Task task) {}

    /**
     * A ready task is about to be given to the policy of its context, or to the worker that the program bound it to. If
     * no policy is in charge just now, the context keeps the task for the next one.
     *
     * @param task the task
     */
    default void pushed(Task task) {}

    /**
     * A policy has chosen a worker for a task. Called by policies that place tasks by estimates, such as {@code dmda},
     * within their push or pop. Each number may be not-a-number if the policy does not know or use it.
     *
     * @param task the task
     * @param worker the worker that the policy expects to run it
     * @param start when the policy expects the task to start, in nanoseconds of the runtime's clock
     * @param length how long it expects the task to run, in nanoseconds
     * @param transfer how long it expects the task's data to travel, in nanoseconds
     * @param joules the energy that it expects the task to take
     */
    default void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {}

    /**
     * A component of the context's {@link SchedulingContext#tree tree} keeps a task from now on. The task leaves the
     * component when it is stored elsewhere, {@link #popped} or {@link #completed}. A component that only passes tasks
     * on is not reported: the way between two places follows from the tree. The call comes before another thread can
     * take the task from the component.
     *
     * @param task the task
     * @param context has the tree
     * @param component the name of the component, which the tree has at the next {@link #treeChanged} at the latest;
     *     empty if the policy puts the task aside, because no worker of the tree can execute it now
     */
    default void stored(Task task, SchedulingContext context, String component) {}

    /**
     * A worker has taken a task.
     *
     * @param task the task
     * @param worker the worker that takes it; of a parallel task, the leader of the team
     * @param policy the name of the policy that handed the task out, or null if the program bound it to the worker
     */
    default void popped(Task task, Worker worker, String policy) {}

    /**
     * A worker has requested the data of a task, which have to be brought or given memory on its node.
     *
     * @param task the task
     * @param worker the worker
     */
    default void fetching(Task task, Worker worker) {}

    /**
     * The requested data of a task have arrived.
     *
     * @param task the task
     * @param worker the worker
     */
    default void fetched(Task task, Worker worker) {}

    /**
     * A worker has the data of a task and is about to launch the task's kernel, or a kernel that converts the data.
     *
     * @param task the task
     * @param worker the worker
     */
    default void starting(Task task, Worker worker) {}

    /**
     * A worker launches the kernel of a task.
     *
     * @param task the task
     * @param worker the worker
     * @param time the time, in nanoseconds
     */
    default void launched(Task task, Worker worker, long time) {}

    /**
     * A task's kernel has ended, well or not. Called before the tasks that depend on it are released.
     *
     * @param task the task
     * @param worker ran it
     * @param begin when its kernel began, in nanoseconds; for a unit with several tasks under way, not before the one
     *     ahead ended
     * @param end when it ended, in nanoseconds
     */
    default void executed(Task task, Worker worker, long begin, long end) {}

    /**
     * A worker took part in a parallel task that another worker led. Called before {@link #executed}, which reports the
     * leader, for each other member of the team.
     *
     * @param task the task
     * @param worker ran a kernel of it, or lent its core to the leader's
     * @param rank the worker's rank in the team, from 1
     * @param begin the time of the task's begin, in nanoseconds
     * @param end the time of its end, in nanoseconds
     */
    default void tookPart(Task task, Worker worker, int rank, long begin, long end) {}

    /**
     * A task has its final state, its successors were released, and its callbacks have returned. A wait for the task,
     * or for all tasks, returns after this call; the former perhaps before if the observer came while the task ended.
     *
     * @param task the task; {@link Task#state} is final
     */
    default void completed(Task task) {}

    // Iterations of programs.

    /**
     * A thread has begun an iteration. The tasks that it submits from now on belong to it; an observer that has come
     * later learns of it by {@link org.asterism.api.TaskRuntime#currentIteration} when they are submitted.
     *
     * @param iteration of the calling thread
     */
    default void iterationBegan(Iteration iteration) {}

    /**
     * A thread has ended an iteration. Its tasks may go on.
     *
     * @param iteration of the calling thread; nested ones were ended before
     */
    default void iterationEnded(Iteration iteration) {}

    // Workers and callbacks.

    /**
     * A callback of a task begins, on the calling thread.
     *
     * @param task the task
     */
    default void callbackBegan(Task task) {}

    /**
     * The callback of a task that began last on the calling thread has returned or thrown.
     *
     * @param task the task
     */
    default void callbackEnded(Task task) {}

    /**
     * A worker has found nothing to do and sleeps.
     *
     * @param worker the worker
     */
    default void slept(Worker worker) {}

    /**
     * A worker that slept goes on.
     *
     * @param worker the worker
     */
    default void woke(Worker worker) {}

    // Data.

    /**
     * A copy from one memory to another begins. Either {@link #transferred} or {@link #transferFailed} reports its end,
     * unless the runtime is closed before.
     *
     * @param handle the data
     * @param from the source
     * @param to the target
     * @param bytes the size of the copy
     * @param begin the time, in nanoseconds
     */
    default void transferBegan(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin) {}

    /**
     * A copy from one memory to another has ended. Not called for copies that had begun before somebody observed
     * copies.
     *
     * @param handle the copied data
     * @param from the source
     * @param to the target
     * @param bytes the size of the copy
     * @param begin the time of its begin, in nanoseconds
     * @param end the time of its end, in nanoseconds
     */
    default void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {}

    /**
     * A copy from one memory to another has failed, or a device was lost before its end. Not called for copies that had
     * begun before somebody observed copies.
     *
     * @param handle the data
     * @param from the source
     * @param to the target, which has no valid copy
     * @param bytes the size of the copy
     * @param begin the time of its begin, in nanoseconds
     * @param end when the failure was noticed, in nanoseconds
     */
    default void transferFailed(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {}

    /**
     * A copy of data was given memory.
     *
     * @param handle the data
     * @param node the memory
     * @param bytes the size of the copy, rounded up to what it takes
     */
    default void allocated(DataHandle handle, MemoryNode node, long bytes) {}

    /**
     * The memory of a copy of data was taken back.
     *
     * @param handle the data
     * @param node the memory
     * @param bytes what the copy took
     * @param evicted whether others needed the room; else the data were closed, or their copy was given up
     */
    default void freed(DataHandle handle, MemoryNode node, long bytes, boolean evicted) {}

    // Rare events.

    /**
     * Another policy is in charge of a context, or none: then the context is parked, and its ready tasks wait. The two
     * names are equal if a policy was replaced by its next version, or got other properties.
     *
     * @param context the context
     * @param before the name of the policy that was in charge; empty if the context was parked
     * @param now the name of the policy in charge; empty if the context is parked
     */
    default void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {}

    /**
     * A policy that is a tree of components takes over a context, its tree was rebuilt because workers came or went, or
     * the policy in charge is none any more. A new policy's tree is reported before the policy gets the context's
     * tasks; {@link #policyChanged} follows later. Tasks whose component is no part of the new tree are {@link #stored}
     * again, and so are all tasks after a change of the policy. A policy of another kind is reported as having no tree,
     * but only after one that had a tree.
     *
     * @param context the context
     * @param tree the tree; empty if there is none
     */
    default void treeChanged(SchedulingContext context, Optional<TreeView> tree) {}

    /**
     * A worker has joined a context.
     *
     * @param worker the worker
     * @param context the context
     */
    default void joined(Worker worker, SchedulingContext context) {}

    /**
     * A worker has left a context.
     *
     * @param worker the worker
     * @param context the context
     */
    default void left(Worker worker, SchedulingContext context) {}

    /**
     * The device of a worker is lost: the worker takes no further tasks and is retired.
     *
     * @param worker the worker
     * @param cause what the driver reported
     */
    default void lost(Worker worker, Throwable cause) {}

    /** The runtime begins to close: it waits for the last tasks next. Threads that the observer keeps must go on. */
    default void closing() {}

    /**
     * A context begins to close: unless an heir takes them over, it waits for its last tasks next. Threads that the
     * observer keeps with tasks of this context must go on.
     *
     * @param context the context
     */
    default void closing(SchedulingContext context) {}

    // Debuggers.

    /**
     * A debugger has stopped a task, and waits within {@link org.asterism.api.TaskRuntime#hold}.
     *
     * @param held the task, and where it is
     */
    default void held(HeldTask held) {}

    /**
     * A task that a debugger has stopped goes on. Called by the same thread as {@link #held}.
     *
     * @param held what was held
     */
    default void continued(HeldTask held) {}

    /**
     * Returns whether a method of this observer keeps a thread until somebody lets it go, as a breakpoint does. As long
     * as one does, tasks do not count as stuck, and virtual time stands still. The runtime asks when nothing moves, and
     * before each step in virtual time; any thread may ask.
     *
     * @return false unless the observer is a debugger
     */
    default boolean isHolding() {
        return false;
    }
}
