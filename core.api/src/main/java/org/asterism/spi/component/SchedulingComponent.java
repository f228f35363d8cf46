package org.asterism.spi.component;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One part of a scheduler that is composed as a tree. Tasks enter at the root and leave at the workers.
 *
 * <p>Tasks go down, by {@link #push} (the upper component decides) or by {@link #pull} (the lower one asks). Hints go
 * both ways: {@link #canPush} goes up ("there is room below, push something") and {@link #canPull} goes down ("there is
 * a task above, pull it").
 *
 * <p>This class implements the common behaviour of components: it asks its parents for tasks and notifies its children
 * of tasks. So a component that only decides consists of {@link #push} and a {@link SchedulingComponentFactory name}.
 * {@code StorageComponent} is the base of components that keep tasks.
 *
 * <p><b>The rules.</b>
 *
 * <ul>
 *   <li>If a push is refused, the task stays with the component that pushed it. If that component has taken the task
 *       out of its own store, it puts it back in its place, before later tasks.
 *   <li>A component that keeps tasks {@link ComponentContext#stored reports} each one before it puts it in its store,
 *       calls {@link #canPull} of its children when it has received one, and {@link #canPush} of its parents when it
 *       has room again.
 *   <li>A component between two stores passes {@link #canPush} on.
 *   <li>A component that decides {@link org.asterism.spi.policy.PolicyContext#predict notes} the predicted time on the
 *       task, if known; stores below use it.
 * </ul>
 *
 * <p><b>Threads.</b> Many threads call {@code push}, {@code pull}, {@code canPush}, {@code canPull} and the estimates
 * at once, and within each other: a push may wake a worker that pulls while the push has not returned. There is no lock
 * around them. A component protects its own state, with locks that are held over a few instructions
 * ({@link org.asterism.spi.concurrent.SpinLock}) and never while another component, the predictor or the program is
 * called. A component may hold a lock for longer only if it makes all decisions one after the other and its
 * documentation says so. One thread at a time calls the other methods, while no method of the tree runs.
 *
 * <p>Source: the component interface of StarPU's modular schedulers (Archipoff; Sergent), as {@code docs/trees.md}
 * describes it.
 */
@ConsumerType
public abstract class SchedulingComponent {
    private final ComponentContext context;

    /**
     * For factories.
     *
     * @param context the component's place
     */
    protected SchedulingComponent(ComponentContext context) {
        this.context = Objects.requireNonNull(context, "context");
    }

    // Tasks go down.

    /**
     * Takes a task from a parent, to keep it or to push it on.
     *
     * @param task some worker below can execute it, or could a moment ago
     * @return false if it was refused, and belongs to the caller still
     */
    public abstract boolean push(Task task);

    /**
     * Gives a task to a child that asks for one. Unless overridden, asks the parents in turn.
     *
     * @param worker the worker that will run it, on whose thread this is called
     * @param to the child that asks
     * @return null if there is none; the child may have been pushed one meanwhile
     */
    public Task pull(Worker worker, SchedulingComponent to) {
        return pullFromParents(worker);
    }

    /**
     * Asks the parents in turn for a task.
     *
     * @param worker the worker that will run it
     * @return null if none has one
     */
    protected final Task pullFromParents(Worker worker) {
        List<SchedulingComponent> parents = context.parents();
        for (int index = 0; index < parents.size(); index++) {
            Task task = parents.get(index).pull(worker, this);
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    /**
     * Whether another push may be accepted. After each accepted push, a store asks this, so that it does not take out
     * the next task only to put it back. A component that pushes everything on to one child may return its answer.
     *
     * @param accepted the task that was accepted; it may be running or have ended
     * @return true, unless overridden; false if a task for the same workers would be refused now, and a child that can
     *     accept it later will ask
     */
    public boolean mayAcceptMore(Task accepted) {
        return true;
    }

    // Hints.

    /**
     * Notifies the component of room below. Unless overridden, notifies the parents in turn, until one has pushed
     * something.
     *
     * @param to the child below which there is room
     * @return whether at least one task was pushed
     */
    public boolean canPush(SchedulingComponent to) {
        return tellParents();
    }

    /**
     * Tells the parents in turn that there is room here, until one has pushed something.
     *
     * @return whether at least one task was pushed
     */
    protected final boolean tellParents() {
        List<SchedulingComponent> parents = context.parents();
        for (int index = 0; index < parents.size(); index++) {
            if (parents.get(index).canPush(this)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Notifies the component of a task above. Unless overridden, notifies the children in turn, until one has woken a
     * worker.
     *
     * @param task a task that can be pulled, so that no worker is woken that cannot execute it
     * @return whether a worker was woken, or will pull it anyway
     */
    public boolean canPull(Task task) {
        return tellChildren(task);
    }

    /**
     * Tells the children in turn that there is a task here, until one has woken a worker.
     *
     * @param task can be pulled
     * @return whether a worker was woken, or will pull it anyway
     */
    protected final boolean tellChildren(Task task) {
        return context.tellChildren(task);
    }

    /**
     * Wakes a sleeping worker below that can execute a task. Use it for a refused task that is back, if workers may
     * have looked for it in vain meanwhile. Children that are notified of it might ask for it in return; then it would
     * be offered, refused, and announced once more.
     *
     * @param task a task that can be pulled
     * @return whether a worker was woken
     */
    protected final boolean wakeOneBelow(Task task) {
        WorkerSet below = context.workersInContext();
        List<Worker> workers = below.list();
        for (int index = 0; index < workers.size(); index++) {
            Worker worker = workers.get(index);
            if (worker.canExecute(task) && context.policy().wake(worker)) {
                return true;
            }
        }
        for (CombinedWorker combined : below.combined()) {
            if (combined.canExecute(task) && context.policy().wake(combined.leader())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Says that a program has submitted what it wants to be scheduled. Unless overridden, does nothing; called for the
     * components of a tree from the root on, and for those that are made later, when workers come. Tasks that come
     * afterwards, while the program waits, must not be held back.
     */
    public void schedule() {}

    // What is known of the workers below.

    /**
     * Returns the load here and below: waiting tasks, each divided by the relative speed of the worker that will run
     * it. Unless overridden, the sum over the children.
     *
     * @return 0 or more
     */
    public double estimatedLoad() {
        double sum = 0;
        List<SchedulingComponent> children = context.children();
        for (int index = 0; index < children.size(); index++) {
            sum += children.get(index).estimatedLoad();
        }
        return sum;
    }

    /**
     * Returns the time at which the first of the workers below will have ended its tasks. Unless overridden, this is
     * the least time of the children.
     *
     * @return by the runtime's clock, in nanoseconds; {@link Long#MAX_VALUE} without workers
     */
    public long estimatedEnd() {
        long least = Long.MAX_VALUE;
        List<SchedulingComponent> children = context.children();
        for (int index = 0; index < children.size(); index++) {
            least = Math.min(least, children.get(index).estimatedEnd());
        }
        return least;
    }

    /**
     * Returns when the first of the workers below will have ended its work. It assumes that they first fill the gaps
     * between their ends with work that is kept above them, and then share the rest. For components that keep tasks.
     *
     * @param nanos the time of the kept work
     * @return by the runtime's clock, in nanoseconds; {@link Long#MAX_VALUE} without workers
     */
    protected final long estimatedEndWith(long nanos) {
        List<SchedulingComponent> children = context.children();
        long first = Long.MAX_VALUE;
        double sum = 0;
        int ends = 0;
        for (int index = 0; index < children.size(); index++) {
            long end = children.get(index).estimatedEnd();
            if (end != Long.MAX_VALUE) {
                first = Math.min(first, end);
                sum += end;
                ends++;
            }
        }
        if (nanos <= 0 || ends == 0) {
            return first;
        }
        double gaps = sum - (double) ends * first;
        return first + Math.round((nanos + gaps) / Math.max(1, context.workers().size()));
    }

    // Structure.

    /**
     * Says which labels the branches below this component may have, in the description of a tree.
     *
     * @return empty, unless overridden: any label, which means nothing
     */
    public List<String> branches() {
        return List.of();
    }

    /**
     * Returns the greatest number of children of the component.
     *
     * @return 1, unless overridden; at least 1
     */
    public int mostChildren() {
        return 1;
    }

    /**
     * Whether the component keeps tasks, so that a push ends here and a pull is answered here.
     *
     * @return false, unless overridden
     */
    public boolean isReservoir() {
        return false;
    }

    /**
     * Whether a component that keeps tasks refuses more than it has room for.
     *
     * @return false, unless overridden
     */
    public boolean isBounded() {
        return false;
    }

    /**
     * Returns whether the component itself pushes tasks on when it hears that there is room below.
     *
     * @return false, unless overridden; see {@link #canPush}
     */
    public boolean isPump() {
        return false;
    }

    /**
     * Whether children can pull tasks through the component in general; if not, tasks are pushed through it.
     *
     * @return true, unless overridden
     */
    public boolean letsPull() {
        return true;
    }

    /**
     * Whether a child can pull tasks through the component now. A component that pushes in general may say true while
     * there is nothing to decide, which spares the child a request and the push that answers it.
     *
     * <p>The answer may change at any time, so {@link #pull} must do what is right for either. A child that asks before
     * it pulls, as the component {@code eager} does, asks again if it gets no task; unless the answer was true both
     * times, it {@link #canPush reports room}.
     *
     * @param child the child that would pull
     * @return the {@link #letsPull() general answer}, unless overridden
     */
    public boolean letsPull(SchedulingComponent child) {
        return letsPull();
    }

    /**
     * Returns whether no component between here and the workers keeps tasks. A task that is pushed here is then a
     * worker's at once. So a component that wants the workers to pull should {@link #canPull notify} them and refuse.
     * Walks the tree: call it in {@link #changed}, not for each task.
     *
     * @return true for a worker's own component
     */
    public final boolean isDirect() {
        return !isReservoir() && context.children().stream().allMatch(SchedulingComponent::isDirect);
    }

    /**
     * Called when the component's children, parents or workers have changed, also before the first task. A component
     * that keeps tasks for a child that has gone {@link #push pushes} them anew, or gives them to others.
     */
    public void changed() {}

    /**
     * Takes all tasks out that the component keeps.
     *
     * @param sink must be given every task exactly once, in any order
     */
    public void drain(Consumer<? super Task> sink) {}

    /**
     * Removes kept {@link Task#isRestricted restricted} tasks that no worker below in the context can execute any more,
     * because the program's answers have changed meanwhile. They start again at the root. Called when a worker finds
     * nothing, by any thread and while others use the component.
     *
     * @param sink must get every such task exactly once, with no lock held
     */
    public void giveBack(Consumer<? super Task> sink) {}

    /** Ends the component, after it was drained. */
    public void close() {}

    /**
     * Returns the number of tasks that the component keeps.
     *
     * @return 0, unless overridden; roughly, while others use it
     */
    public long storedTasks() {
        return 0;
    }

    /**
     * Returns the expected time of the tasks that the component keeps.
     *
     * @return nanoseconds; 0, unless overridden
     */
    public long expectedNanos() {
        return 0;
    }

    /**
     * The component's place.
     *
     * @return the same at every call
     */
    public final ComponentContext context() {
        return context;
    }

    /** The component's name. */
    @Override
    public final String toString() {
        return context.name();
    }
}
