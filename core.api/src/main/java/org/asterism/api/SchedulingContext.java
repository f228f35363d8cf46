package org.asterism.api;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.tree.TreeView;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A set of workers and the policy that schedules tasks on them. Any thread may use it.
 *
 * <p>The policy can be replaced at any time. Tasks that the old policy still holds go to the new one in the order in
 * which they became ready. Tasks that a worker already has are not touched. When the bundle of a policy leaves, the
 * context uses its fall-back policy. If that is missing too, the context is {@link ContextState#PARKED parked} until a
 * policy of either name arrives.
 */
@ProviderType
public interface SchedulingContext extends AutoCloseable {
    /** The name of the context that every runtime has from its start. */
    String DEFAULT = "default";

    /**
     * The context's name.
     *
     * @return unique within its runtime
     */
    String name();

    /**
     * Whether it schedules.
     *
     * @return the state at some moment during the call
     */
    ContextState state();

    /**
     * The workers it schedules on.
     *
     * @return a snapshot, by id
     */
    List<Worker> workers();

    /**
     * What the context was made from; the default context's is made from its runtime's settings.
     *
     * @return the same whatever became of policy and workers since; the limit is the one there is now, and that of a
     *     context which follows a configuration changes with it
     */
    ContextDescription description();

    /**
     * The context that this one is nested in.
     *
     * @return empty for the default context
     */
    Optional<SchedulingContext> parent();

    /**
     * Adds workers, which stay in the other contexts that they are in; those that are here already stay. The policy is
     * told of them between two scheduling operations: every worker of the context and every one that is added first
     * ends the operation it is in, and begins no other until the change is done. Any thread may call this, also from a
     * kernel, about its own worker too; called from within a scheduling operation of a worker, the change is made when
     * that has ended.
     *
     * @param added workers of the same runtime
     * @throws IllegalArgumentException if one of them is not, or is not among those of the {@link #parent}
     * @throws IllegalStateException if the context is closed
     */
    void addWorkers(Collection<? extends Worker> added);

    /**
     * Takes workers out; as {@link #addWorkers}. Tasks that they have taken they run to their end. Workers that are in
     * no other context then run nothing but tasks that they were given by {@link Task#on}. They leave the contexts
     * nested in this one as well.
     *
     * @param removed workers; those that are not here are passed over
     * @throws IllegalStateException if the context is closed
     */
    void removeWorkers(Collection<? extends Worker> removed);

    /**
     * What it has done and has to do.
     *
     * @return as of some moment during the call
     */
    ContextLoad load();

    /**
     * The combinations of its workers that parallel tasks can run on: those that the runtime found by
     * {@link TeamSettings}, and those that were made with {@link #combine}, as far as all their members are in the
     * context.
     *
     * @return a snapshot; larger ones first
     */
    List<CombinedWorker> combinedWorkers();

    /**
     * Makes a combination for parallel tasks, which the context's policy may use from now on.
     *
     * @param workers two or more CPU workers of the context
     * @return the one that there is already, if there is one of the same members
     * @throws IllegalArgumentException if a worker is not of the context or no CPU worker, or there are fewer than two
     * @throws IllegalStateException if the context is closed, or a scheduling policy calls
     */
    CombinedWorker combine(Collection<? extends Worker> workers);

    /**
     * When it was made.
     *
     * @return nanoseconds of the runtime's {@link TaskRuntime#clock clock}
     */
    long createdNanoTime();

    /**
     * Says how much work is to come, for balancers that predict when contexts end. From now on each task that ends
     * counts as done. To be called again when the program knows better, and with 0 when nothing is to come; said of
     * nothing, the tasks that are submitted are all there is.
     *
     * @param work what is left to be done now, submitted tasks included
     */
    void expect(ExpectedWork work);

    /**
     * Makes a task that this context will schedule.
     *
     * @param codelet the kind of work
     * @return a task to be described and submitted
     */
    Task task(Codelet codelet);

    /**
     * The name of the policy in use.
     *
     * @return empty while the context is parked
     */
    Optional<String> policy();

    /**
     * The name of the policy that was asked for last; it differs from {@link #policy} while the context is parked or on
     * its fall-back.
     *
     * @return never empty
     */
    String wantedPolicy();

    /**
     * The properties that {@link #wantedPolicy} was asked for with.
     *
     * @return by name; empty if there are none
     */
    Map<String, String> wantedPolicyProperties();

    /**
     * The policy that takes over when the one in use fails or leaves.
     *
     * @return empty if the context shall be parked instead
     */
    Optional<String> fallbackPolicy();

    /**
     * Why the context is not on the policy that was asked for, or why its policy cannot be replaced: calls of it do not
     * return.
     *
     * @return a sentence for people, or empty when all is well
     */
    Optional<String> trouble();

    /**
     * Replaces the policy while tasks run, and returns when the new one is in charge.
     *
     * @param name of a policy that is there
     * @param properties for the policy, by name; see its documentation
     * @throws UnknownPolicyException if there is no policy of that name; the old one goes on
     * @throws PolicyRefusedException if it does not accept the properties or the workers, or throws when it is given
     *     the tasks of the old one, or the old one does not come to rest; the old one goes on
     * @throws IllegalStateException if called by a scheduling policy, or the runtime is closed
     */
    void usePolicy(String name, Map<String, String> properties);

    /**
     * {@link #usePolicy(String, Map)} without properties.
     *
     * @param name of a policy that is there
     */
    default void usePolicy(String name) {
        usePolicy(name, Map.of());
    }

    /**
     * The policy in use as a tree of components.
     *
     * @return empty while the context is parked, and for policies that are no trees
     */
    Optional<TreeView> tree();

    /**
     * How often the policy was replaced, by whatever cause.
     *
     * @return a count
     */
    long policyChanges();

    /**
     * For how long changes of the policy or of the workers have kept the workers from taking tasks, all changes
     * together. The time in which the context was {@link ContextState#PARKED parked} does not count.
     *
     * @return nanoseconds by the runtime's clock
     */
    long heldOffNanos();

    /**
     * Waits until every task of this context has ended and its callbacks have returned; then reports what failed in it
     * since the last report.
     *
     * @throws TasksFailedException if tasks or callbacks failed; each failure is reported once, here or by
     *     {@link TaskRuntime#waitAll}
     * @throws TasksStuckException as by {@link TaskRuntime#waitAll}
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
     * Waits until at most so many of this context's tasks have not ended. Failures are not reported.
     *
     * @param tasks how many may be left
     * @throws IllegalStateException if the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void waitUntilAtMost(long tasks) throws InterruptedException;

    /**
     * Says that a good number of tasks is submitted, so that a policy that collects tasks first begins to schedule
     * them. Each wait of a program for tasks, data or tags says so too, to the policies of all contexts, and so does
     * closing the runtime.
     */
    void schedule();

    /**
     * Bounds how many tasks are submitted and have not ended, so that a program may submit more tasks than fit into
     * memory: {@link Task#submit} waits when there are {@code most}, until {@code goOn} are left. Kernels and callbacks
     * never wait, nor do threads in virtual time, which run the tasks instead, nor programs that step their workers
     * themselves. If for as long as {@link RuntimeConfiguration#patience} no task has ended, submission goes on
     * nevertheless: the tasks may wait for the one that is to come.
     *
     * @param goOn how many may be left when submission goes on; less than {@code most}
     * @param most how many there may be; {@link Long#MAX_VALUE} for no limit, as at first
     * @throws IllegalArgumentException if the numbers do not fit
     */
    void limitSubmitted(long goOn, long most);

    /**
     * Says what a failure means to the context's other tasks.
     *
     * @param mode {@link FailureMode#ISOLATED} at first
     */
    void onFailure(FailureMode mode);

    /**
     * Calls off the tasks of this context that were submitted before the call and have not begun, and with them the
     * tasks that depend on them; see {@link Task#cancel}. Tasks that run go on, and tasks submitted later are not
     * affected. Any thread may call this, kernels included. The next {@link #waitAll}, or that of the runtime, throws a
     * {@link TasksFailedException} that carries the reason, so that a program does not take the results for complete.
     *
     * @param reason why, in a few words: part of the exceptions that waiting threads get
     * @return how many tasks it has called off; if none waited, nothing is reported
     */
    long cancelTasks(String reason);

    /**
     * Ends a context that was made by {@link TaskRuntime#createContext}: takes no tasks from programs any more, waits
     * for those it has, and gives its workers back to its {@link #parent}. Has it an heir, then it does not wait: the
     * heir takes its workers and the tasks that no worker has taken yet, in their order. A task that another thread
     * submits meanwhile is refused, or runs: in the parent or the heir if its submission was accepted in the last
     * moment. Kernels may submit until the context is {@link ContextState#CLOSED}, and after that if there is an heir.
     * Contexts nested in it are closed first. What has failed in it and was not reported, {@link TaskRuntime#waitAll}
     * and the heir or parent report. Does nothing the second time.
     *
     * @throws TasksStuckException as by {@link TaskRuntime#waitAll}; the context stays open
     * @throws IllegalStateException if it is the default context, or the calling thread is a worker
     */
    @Override
    void close();
}
