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
     * Returns the description that the context was made from; the default context's is made from its runtime's
     * settings.
     *
     * @return the same after changes of policy and workers; the limit is the present one, and if the context follows a
     *     configuration, its description changes with it
     */
    ContextDescription description();

    /**
     * The context that this one is nested in.
     *
     * @return empty for the default context
     */
    Optional<SchedulingContext> parent();

    /**
     * Adds workers, which stay in the other contexts that they are in. Workers that are here already stay.
     *
     * <p>The change happens between two scheduling operations: every worker of the context and every added worker first
     * ends its operation, and begins no other until the policy knows the change. Any thread may call this, also a
     * kernel, even for its own worker. Called from within a scheduling operation of a worker, the change is made when
     * that operation has ended.
     *
     * @param added workers of the same runtime
     * @throws IllegalArgumentException if one of them is of another runtime, or is not among those of the
     *     {@link #parent}
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
     * Returns the finished and remaining work.
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
     * @return the new combination, or the existing one of the same members
     * @throws IllegalArgumentException if a worker is not of the context or no CPU worker, or there are fewer than two
     * @throws IllegalStateException if the context is closed, or a scheduling policy calls
     */
    CombinedWorker combine(Collection<? extends Worker> workers);

    /**
     * Returns the time when the context was made.
     *
     * @return nanoseconds of the runtime's {@link TaskRuntime#clock clock}
     */
    long createdNanoTime();

    /**
     * Declares how much work is to come, for balancers that predict when contexts end. From now on each task that ends
     * counts as done. Call it again when the program knows better, and with 0 when nothing is to come. Without a
     * declaration, balancers count the submitted tasks.
     *
     * @param work the remaining work, submitted tasks included
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
     * Opens a scope whose tasks this context will schedule: a block of the program submits them and waits for them
     * together. Their failures are reported by the scope, not by {@link #waitAll}.
     *
     * @param name for messages
     * @return the scope, in use until it is closed
     */
    TaskScope openScope(String name);

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
     * Returns the reason why the context does not use the requested policy, or why its policy cannot be replaced
     * because calls of it do not return.
     *
     * @return a sentence for people, or empty when all is well
     */
    Optional<String> trouble();

    /**
     * Replaces the policy while tasks run, and returns when the new one is in charge.
     *
     * @param name of an available policy
     * @param properties for the policy, by name; see its documentation
     * @throws UnknownPolicyException if no policy has that name; the old one goes on
     * @throws PolicyRefusedException if the new policy does not accept the properties or the workers, or throws when it
     *     gets the tasks, or if the old one does not come to rest; the old one goes on
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
     * Returns how often the policy was replaced, for any reason.
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
     * Waits until every task of this context has ended and its callbacks have returned; then reports its failures since
     * the last report.
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
     * @param time the longest time to wait
     * @return false if tasks were left by then; failures are not reported then
     * @throws TasksFailedException if tasks or callbacks failed; each failure is reported once
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean waitAll(Duration time) throws InterruptedException;

    /**
     * Waits until at most a number of this context's tasks have not ended. Failures are not reported.
     *
     * @param tasks the number of unfinished tasks at which the wait ends
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
     * Limits the number of submitted, unfinished tasks, so that a program may submit more tasks than fit into memory.
     * {@link Task#submit} waits when there are {@code most}, until {@code goOn} are left.
     *
     * <p>Kernels and callbacks never wait. Nor do threads in virtual time, which run the tasks instead, and programs
     * that step their workers themselves. If no task has ended for {@link RuntimeConfiguration#patience}, submission
     * continues, because the tasks may wait for the next one.
     *
     * @param goOn the number of tasks left at which submission continues; less than {@code most}
     * @param most the greatest number; {@link Long#MAX_VALUE} for no limit, as at first
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
     * Calls off the tasks of this context that were submitted before the call and have not begun, and the tasks that
     * depend on them; see {@link Task#cancel}. Tasks that run go on, and tasks submitted later are not affected. Any
     * thread may call this, kernels included. The next {@link #waitAll}, or that of the runtime, throws a
     * {@link TasksFailedException} with the reason, so that a program does not regard the results as complete.
     *
     * @param reason a few words for the exceptions of waiting threads
     * @return the number of tasks called off; if none waited, nothing is reported
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
