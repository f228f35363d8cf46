package org.asterism.spi.policy;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeView;
import org.asterism.spi.concurrent.SpinLock;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Decides which worker runs which task next, for one scheduling context.
 *
 * <p>The core {@link #push pushes} each task when it has no obstacles left. Workers {@link #pop pop} tasks when they
 * are free. In between, the task belongs to the policy. A task is in the policy from the call of {@code push} until
 * {@code pop} or {@link #drain} hands it out, which must happen exactly once.
 *
 * <p><b>Threads.</b> Many threads call {@code push}, {@code pop} and the hooks at once. The policy must protect its
 * shared state by locks held over a few instructions ({@link SpinLock}) or by structures such as {@code TaskFifo}.
 * These methods must not block, must not wait for tasks and must not change policies. One thread at a time calls
 * {@code addWorkers}, {@code removeWorkers}, {@code drain} and {@code close}, while no other method runs.
 *
 * <p><b>Where a task can run.</b> Most tasks can run on every worker of their {@link Task#architectureSet
 * architectures}. For a {@link Task#isRestricted restricted} task the policy must ask {@link Worker#canExecute} when it
 * hands the task out. The number of workers that can execute the task may shrink while the task is in the policy,
 * because a placed bundle reserves its other tasks for nearby workers. The core then wakes these workers. A restricted
 * task must not block other tasks. {@code canExecute} runs code of the program, so avoid holding a lock during the
 * call.
 *
 * <p>When the policy or its workers change, popped tasks may not have started yet. A popped task ends without its
 * kernel and without the hooks if data that it needs are not valid. {@link #afterExecution} is not called if the policy
 * has been replaced or the worker has left since the pop.
 *
 * <p><b>Errors.</b> If a method throws, the core reports it with the policy's name, takes all tasks back and uses the
 * context's fall-back policy. No task is lost by that.
 *
 * <p><b>Time.</b> While a context changes its policy or workers, the core calls policies on a separate thread. It gives
 * up a policy that keeps this thread for ten seconds without taking or handing back a task: the core reports the
 * method, takes the tasks back and never calls the policy again, not even {@code close}. Later actions of that thread
 * are ignored.
 */
@ConsumerType
public interface SchedulingPolicy extends AutoCloseable {
    /**
     * Tells the policy of workers that will pop from now on.
     *
     * @param workers not known to the policy before
     * @throws IllegalArgumentException if it cannot schedule on them: it is not put in charge then
     */
    void addWorkers(List<Worker> workers);

    /**
     * Tells the policy of workers that will not pop any more. Tasks it had meant for them it must give to others, or
     * keep until such workers come. It may be left without any worker, as it may begin without: its tasks wait then.
     *
     * @param workers known to the policy
     */
    void removeWorkers(List<Worker> workers);

    /**
     * Tells the policy of a task that was submitted, before it is pushed; not of tasks that were submitted before the
     * policy was in charge. May be called by many threads, and never for a task that was refused.
     *
     * @param task with all that was said of it; what it waits for is known
     */
    default void submitted(Task task) {}

    /**
     * Notifies the policy that tasks have been collected long enough, so that a policy that collects tasks first should
     * begin. This happens when a program waits for tasks, data or tags, drives a worker until a condition holds, closes
     * the runtime, or {@link org.asterism.api.SchedulingContext#schedule requests it}.
     *
     * <p>Policies of all contexts are notified when a wait begins; one that takes over during a wait is notified
     * afterwards. There is no notification for tasks that come during the wait, so the policy must not hold them back.
     * Many threads may call this at the same time.
     */
    default void schedule() {}

    /**
     * Takes a task that is ready. When the task can be popped, the policy must wake a worker that may be asleep: see
     * {@link PolicyContext#wakeOneFor}.
     *
     * @param task is ready, and not in the policy
     */
    void push(Task task);

    /**
     * Notifies the policy of a task that does not pass through it, because its program bound it to a worker. A policy
     * that takes over is first notified of those that wait for their workers then, before it gets the others.
     *
     * @param task is ready
     * @param worker the worker that will run it
     */
    default void pushedTo(Task task, Worker worker) {}

    /**
     * Gives a task to a worker that is free; called by that worker.
     *
     * @param worker one of the policy's workers
     * @return a task that {@link Worker#canExecute the worker can execute}, or null if there is none for it now: the
     *     worker will then fall asleep, until it is woken
     */
    Task pop(Worker worker);

    /**
     * Whether the policy wants {@link #beforeExecution} and {@link #afterExecution} for a task that it has just handed
     * out. Without them, the worker passes the context's gate two fewer times, and the policy finds out by
     * {@link Task#state()} that the worker no longer has the task: it has ended, or it is ready once more, for example
     * because its device was lost.
     *
     * <p>Called on the worker's thread, right after {@link #pop}, if the policy overrides one of the two. Tasks that
     * may not end with their kernel or may come again, because of callbacks, several attempts and the like, are always
     * followed; the policy might not be asked about them. If a kernel itself says that its task ends later, both
     * methods are called after the kernel.
     *
     * @param task was popped; it may have been called off
     * @param worker will run it
     * @return true, unless overridden
     */
    default boolean followsExecution(Task task, Worker worker) {
        return true;
    }

    /**
     * Called on the worker's thread just before a task's kernel; on a worker that has several tasks under way, when the
     * kernel ahead has ended. See {@link #followsExecution}.
     *
     * @param task was popped
     * @param worker runs it
     */
    default void beforeExecution(Task task, Worker worker) {}

    /**
     * Called on the worker's thread just after a task's kernel, before the tasks that depend on it are released. See
     * {@link #followsExecution}.
     *
     * @param task was popped
     * @param worker ran it
     */
    default void afterExecution(Task task, Worker worker) {}

    /**
     * Takes all tasks out of the policy, for another one to take over. Afterwards the policy is closed; or it is given
     * the tasks once more and goes on, because the other one has failed.
     *
     * @param sink must be given every task the policy holds exactly once, in the order in which they were pushed
     */
    void drain(Consumer<? super Task> sink);

    /**
     * Shows what the policy looks like inside, if it is put together from components. Called by any thread, also when
     * the policy is no longer in charge.
     *
     * @return empty, unless overridden
     */
    default Optional<TreeView> tree() {
        return Optional.empty();
    }

    /** Ends the policy, after it was drained. */
    @Override
    default void close() {}
}
