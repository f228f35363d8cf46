package org.asterism.spi.policy;

import java.util.List;
import java.util.Optional;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.PriorityRange;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The services of the core for a policy. Any thread may call these methods at any time while the policy is in charge.
 */
@ProviderType
public interface PolicyContext {
    /**
     * The priorities that tasks of the context can have. Tasks that come from another context are clamped to it before
     * the policy gets them.
     *
     * @return {@link PriorityRange#ANY} unless the context has a range of its own; it changes with the context's
     *     description
     */
    PriorityRange priorities();

    /**
     * The name of the scheduling context.
     *
     * @return never empty
     */
    String contextName();

    /**
     * The properties the policy was asked for with.
     *
     * @return typed access to them
     */
    PolicyProperties properties();

    /**
     * The time.
     *
     * @return the runtime's clock; policies use no other
     */
    Clock clock();

    /**
     * The workers of the context.
     *
     * @return by id; the same list until workers come or go
     */
    List<Worker> workers();

    /**
     * Returns the worker of the calling thread, for policies that keep tasks near the worker that has released them.
     *
     * @return null if the calling thread is none of the context's workers
     */
    Worker currentWorker();

    /**
     * Wakes a worker that sleeps.
     *
     * @param worker one of the context's workers
     * @return true if it slept and was woken by this call
     */
    boolean wake(Worker worker);

    /**
     * Takes a worker's lock, to touch what the policy keeps for that worker. Waits while another thread has it, and
     * while the worker is itself in a method of a policy, unless it has {@link #relax relaxed}.
     *
     * <p>Within {@code push}, {@code pop} and the hooks, called by a worker of the context, that worker's own data need
     * no lock: others must take it, and get it only when the worker has left or relaxed. So a policy that keeps data
     * per worker touches those of the calling worker ({@link #currentWorker}) as they are, at no cost, and those of
     * another one like this:
     *
     * <pre>{@code
     * try (WorkerLock _ = context.lock(other)) {
     *     queues.get(other.id()).add(task); // an IdTable
     * }
     * context.wake(other);
     * }</pre>
     *
     * <p>A calling worker is relaxed from then until the lock is given back, so that two workers that lock each other
     * both get on; what it has seen of its own data before may have changed after that. A thread holds the lock of one
     * worker at most. While it holds one it must do only a few instructions, and call neither the core nor a program.
     * Its own lock a worker need not take; it does nothing then, unless it has relaxed.
     *
     * <p>Any thread may call it. One that is no worker relaxes nothing.
     *
     * @param worker one of the context's workers
     * @return to be closed by the calling thread
     * @throws IllegalStateException if the calling worker holds another worker's lock
     */
    WorkerLock lock(Worker worker);

    /**
     * Takes a worker's lock as {@link #lock} does, if that is possible without waiting: the lock is free, and the
     * worker is not in a method of a policy, or has relaxed. For thieves, which may as well ask another worker.
     *
     * @param worker one of the context's workers
     * @return to be closed by the calling thread; null if the lock was not taken
     * @throws IllegalStateException if the calling worker holds another worker's lock
     */
    WorkerLock tryLock(Worker worker);

    /**
     * Lets others lock the calling worker from now on, although it is in a method of the policy: for what takes long,
     * or waits for another lock of the policy that others may hold while they lock this worker. Does nothing on other
     * threads.
     *
     * @return to be closed by the calling thread: then the worker's data are its own again
     */
    Relaxation relax();

    /**
     * Returns whether a worker is away with a team, running a parallel task, so that it will not come for its tasks
     * soon. Locks the worker for a moment, as {@link #lock} does. If it is not away, it will look for a task once more
     * before it leaves.
     *
     * @param worker one of the context's workers
     * @return false also for the calling worker, and if the worker was never called to a team, which costs nothing to
     *     find out
     * @throws IllegalStateException if the calling worker holds another worker's lock
     */
    boolean isBlockedInParallel(Worker worker);

    /**
     * Wakes one worker that sleeps and can execute a task, unless the calling thread is itself a worker that can and is
     * about to pop. Costs next to nothing when no worker sleeps. Call it after the task can be popped, never before.
     *
     * @param task was pushed
     * @return true if a worker was woken by this call
     */
    boolean wakeOneFor(Task task);

    /**
     * Wakes every worker that sleeps and can execute a task, other than the calling one.
     *
     * @param task can be popped
     */
    default void wakeAllFor(Task task) {
        wakeSomeFor(task, Integer.MAX_VALUE);
    }

    /**
     * Wakes sleeping workers that can execute a task, other than the calling one, by their ids; also if the calling one
     * will pop the task.
     *
     * @param task can be popped
     * @param most the greatest number of workers to wake
     */
    void wakeSomeFor(Task task, int most);

    /**
     * Returns the locations of data and the cost of moving them.
     *
     * @return the same at every call
     */
    DataPlacement placement();

    /**
     * Returns the predictor of times and energy of tasks.
     *
     * @return the same at every call
     */
    Predictor predictor();

    /**
     * Returns the graph of dependencies.
     *
     * @return the same at every call
     */
    TaskGraph graph();

    /**
     * Chooses the implementation of a codelet that will run.
     *
     * @param task is in the policy
     * @param implementation its number among those for the architecture of the worker that will pop the task, from 0; 0
     *     is the default
     */
    void choose(Task task, int implementation);

    /**
     * The combinations of the context's workers that parallel tasks can run on.
     *
     * @return larger ones first; the same list until workers come or go, or the program
     *     {@link org.asterism.api.SchedulingContext#combine makes} one
     */
    List<CombinedWorker> combinedWorkers();

    /**
     * Lets several workers run a parallel task together. Call it before the task is handed out. One member pops the
     * task, once, leads the team and has rank 0. From there the core runs the team: it calls the other members
     * together, which answer before they take any other task. The team survives the replacement of the policy. Hooks
     * are called once for the task, by the leader.
     *
     * <p>Members that have left the context when the task is popped are left out of the team. If the worker that pops
     * the task is no member, it runs it alone. So a policy whose tasks may be stolen should call this when it hands
     * them out.
     *
     * <p>The choice is forgotten when another policy gets the task.
     *
     * @param task in the policy, or being popped; one worker runs a task of a sequential codelet in any case
     * @param workers one of {@link #combinedWorkers} that {@link CombinedWorker#canExecute can execute} the task; null
     *     for one worker after all
     */
    void team(Task task, CombinedWorker workers);

    /**
     * Notes on a task how long it is expected to take, for other parts of the policy. The note belongs to the policy in
     * charge, and is forgotten when another one gets the task. The first note on a task takes 32 bytes of memory.
     *
     * @param task is in the policy, or was popped and has not ended
     * @param nanos the duration of its kernel; 0 if unknown
     * @param transferNanos the time for which the worker will have to wait for its data
     */
    void predict(Task task, float nanos, float transferNanos);

    /**
     * Returns the expected time of a task's kernel, as {@link #predict noted}.
     *
     * @param task is in the policy, or was popped and has not ended
     * @return nanoseconds; 0 if nothing was noted
     */
    float predictedNanos(Task task);

    /**
     * Returns the expected time of the transfer of a task's data, as {@link #predict noted}.
     *
     * @param task is in the policy, or was popped and has not ended
     * @return nanoseconds; 0 if nothing was noted
     */
    float predictedTransferNanos(Task task);

    /**
     * Reports that the policy has chosen a worker for a task, to
     * {@link org.asterism.api.observation.RuntimeObserver#decided observers}. Costs one read if nobody observes. A
     * number that the policy does not know or use is not-a-number.
     *
     * @param task in the policy, or being pushed or popped
     * @param worker the worker that is expected to run it
     * @param start the time at which the policy expects the task to start, in nanoseconds of {@link #clock}
     * @param length the expected duration of the task, in nanoseconds
     * @param transfer the expected time for the transfer of the task's data, in nanoseconds
     * @param joules the energy that it expects the task to take
     */
    default void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {}

    /**
     * Reports that a component of the policy keeps a task from now on, to
     * {@link org.asterism.api.observation.RuntimeObserver#stored observers}. To be called with no lock held, when it is
     * certain that the component keeps the task, and before another thread can take it. Costs one read if nobody
     * observes. Components call {@link org.asterism.spi.component.ComponentContext#stored} instead.
     *
     * @param task being pushed
     * @param component the component's name in the policy's {@link SchedulingPolicy#tree tree}; empty if the policy
     *     puts the task aside, because no worker of the tree can execute it now
     */
    default void stored(Task task, String component) {}

    /**
     * Reports that the policy has rebuilt its {@link SchedulingPolicy#tree tree}, to
     * {@link org.asterism.api.observation.RuntimeObserver#treeChanged observers}. The core asks for the tree only if
     * somebody observes. It does so by itself when it puts a policy in charge, and ignores a policy that is not in
     * charge.
     *
     * @param policy the policy of this context, which can answer {@link SchedulingPolicy#tree}
     */
    default void treeChanged(SchedulingPolicy policy) {}

    /**
     * Puts a number on a task, such as its place in the order of pushes. Belongs to the policy in charge. The first
     * note on a task takes 32 bytes of memory.
     *
     * @param task is in the policy
     * @param number any number
     */
    void stamp(Task task, long number);

    /**
     * Returns the number that was put on a task.
     *
     * @param task is in the policy, or was popped and has not ended
     * @return the number that was {@link #stamp(Task, long) put} on it last
     */
    long stamp(Task task);

    /**
     * The workers of the context by their distance from one of them in the machine, as far as its topology is known,
     * and by id otherwise.
     *
     * @param worker one of the context's workers
     * @return begins with the worker itself
     */
    List<Worker> nearest(Worker worker);

    /**
     * Returns the structure of the machine: its packages, caches, memories, processing units and devices. The first
     * query may take a while, because it examines the machine: ask when workers come, not for each task. In a
     * simulation the answer is the description's: the memories that processor cores work in, each with a
     * {@link org.asterism.api.TopologyType#PU PU} per core, and the devices. It changes when workers have come or gone.
     *
     * @return empty if there is no {@link org.asterism.spi.topology.TopologyProvider}
     */
    Optional<Topology> topology();

    /**
     * Returns the place of a worker in the {@link #topology}: the processing unit that it runs on, or its device.
     *
     * @param worker any worker of the runtime
     * @return one of the topology's objects; empty if there is none, or the worker's driver does not say where it is
     */
    Optional<TopologyObject> topologyObject(Worker worker);

    /**
     * Returns the seed of random numbers, so that the same program takes the same course in virtual time.
     *
     * @return the runtime's seed
     */
    long seed();
}
