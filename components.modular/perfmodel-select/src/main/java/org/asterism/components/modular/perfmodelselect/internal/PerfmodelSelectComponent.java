package org.asterism.components.modular.perfmodelselect.internal;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.kit.component.Spares;
import org.asterism.kit.policy.placement.TaskTimes;
import org.asterism.kit.policy.placement.WorkerSets;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Component that selects a branch by what the performance models know about a task:
 *
 * <ul>
 *   <li>{@code perf} if the time is known on all workers that can execute the task,
 *   <li>{@code calibrate} if the time still has to be measured on some of them,
 *   <li>{@code else} if the task has no model.
 * </ul>
 *
 * <p>{@code perf} replaces a branch that is missing.
 *
 * <p>The branch {@code calibrate} refuses a task while enough tasks are being measured. Such a task goes to
 * {@code perf}, which uses the times that are known. Otherwise it would block tasks with known times in the store
 * above.
 *
 * <p>Tasks are pushed through this component, because a pulling worker would bypass the selection. Workers below
 * {@code else} may pull until the first task with a model arrives, if all parents are stores for this component alone.
 *
 * <p><b>Threads.</b> Any. No lock is held.
 */
final class PerfmodelSelectComponent extends SchedulingComponent {
    static final String PERF = "perf";
    static final String CALIBRATE = "calibrate";
    static final String ELSE = "else";

    /** Upper bound of the logged warnings, which limits the memory that the names need. */
    private static final int MOST_WARNINGS = 1000;

    private static final System.Logger LOG = System.getLogger(PerfmodelSelectComponent.class.getName());

    private final Predictor predictor;
    private final Spares<TaskTimes> spares;

    /**
     * Names of the codelets that were warned about. Not the codelets: a program may create one per request, or be
     * uninstalled.
     */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    // Replaced while nobody pushes.
    private WorkerSets itself;
    private SchedulingComponent perf;
    private SchedulingComponent calibrate;
    private SchedulingComponent otherwise;
    private boolean othersPull;

    /** Whether a pull from a parent decides nothing, because each parent is a store with no other child. */
    private boolean hasPlainParents;

    /** Whether a task has arrived that had a model, or that no worker below could execute. */
    private volatile boolean hasTimed;

    /**
     * Whether tasks have arrived and none had a model. Then the parents hold, as far as is known, nothing for
     * {@code perf} and {@code calibrate}, and requests from these branches are not passed on.
     */
    private volatile boolean hasUntimedOnly;

    PerfmodelSelectComponent(ComponentContext context) {
        super(context);
        predictor = context.policy().predictor();
        spares = new Spares<>(() -> new TaskTimes(context.policy()));
    }

    @Override
    public void changed() {
        ComponentContext context = context();
        itself = WorkerSets.of(List.of(context.workersInContext()), predictor);
        perf = context.branch(PERF);
        if (perf == null && !context.children().isEmpty()) {
            perf = context.children().get(0);
        }
        calibrate = orPerf(context.branch(CALIBRATE));
        otherwise = orPerf(context.branch(ELSE));
        othersPull = otherwise != null && otherwise != perf && otherwise != calibrate && otherwise.isDirect();
        hasPlainParents = context.parents().stream()
                .allMatch(parent ->
                        parent.isReservoir() && parent.context().children().size() == 1);
    }

    private SchedulingComponent orPerf(SchedulingComponent branch) {
        return branch == null ? perf : branch;
    }

    @Override
    public List<String> branches() {
        return List.of(PERF, CALIBRATE, ELSE);
    }

    @Override
    public int mostChildren() {
        return 3;
    }

    @Override
    public boolean push(Task task) {
        return pushByTime(task, nanosOf(task));
    }

    private boolean pushByTime(Task task, double nanos) {
        if (nanos < 0 || perf == null) {
            return false;
        }
        if (Double.isNaN(nanos)) {
            warn(task.codelet());
            return calibrate.push(task) || perf != calibrate && perf.push(task);
        }
        return (nanos > 0 ? perf : otherwise).push(task);
    }

    /**
     * Returns the predicted time of a task in nanoseconds: 0 if it has no model, NaN if it still has to be measured,
     * negative if no worker can execute it.
     */
    private double nanosOf(Task task) {
        // A restricted task may have a bundle whose other tasks have models.
        double nanos = !task.isRestricted() && !predictor.isPredictable(task) ? 0 : ask(task);
        if (nanos != 0) {
            if (!hasTimed) {
                hasTimed = true;
                hasUntimedOnly = false;
            }
        } else if (!hasTimed && !hasUntimedOnly) {
            hasUntimedOnly = true;
        }
        return nanos;
    }

    private double ask(Task task) {
        TaskTimes times = spares.take();
        times.ask(task, itself);
        double nanos = times.canExecute(0) ? times.nanos(0) : -1;
        times.forget();
        spares.give(times);
        return nanos;
    }

    private void warn(Codelet codelet) {
        if (!warned.contains(codelet.name()) && warned.size() < MOST_WARNINGS && warned.add(codelet.name())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "component {0} of context {1}: the time of codelet {2} is not known for some workers yet;"
                            + " its tasks are measured there first, and placed by their times when these are known",
                    context().name(),
                    context().policy().contextName(),
                    codelet.name());
        }
    }

    /**
     * Returns a task only while {@link #letsPull(SchedulingComponent) the child can pull}; otherwise, tells the parents
     * to push. A task with a model is pushed to its branch. If that refuses it, the worker runs it, because a pulled
     * task cannot return to the store.
     */
    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        if (!letsPull(to)) {
            canPush(to);
            return null;
        }
        Task task = pullFromParents(worker);
        if (task == null) {
            return null;
        }
        double nanos = nanosOf(task);
        return nanos == 0 || !pushByTime(task, nanos) ? task : null;
    }

    /** Tells the parents to push, unless they can hold nothing for the child that asks. */
    @Override
    public boolean canPush(SchedulingComponent to) {
        return !(isForOthersOnly() && to != otherwise) && tellParents();
    }

    /**
     * Tells the parents to push. For a task without a model, wakes a worker instead if the branch {@code else} leads to
     * workers directly.
     */
    @Override
    public boolean canPull(Task task) {
        return othersPull && nanosOf(task) == 0 ? otherwise.canPull(task) : tellParents();
    }

    @Override
    public boolean letsPull() {
        return false;
    }

    /** Whether there is nothing to decide: all known tasks are for this child, and the parents do not choose either. */
    @Override
    public boolean letsPull(SchedulingComponent child) {
        return child == otherwise && hasPlainParents && isForOthersOnly() && parentsLetPull();
    }

    private boolean parentsLetPull() {
        List<SchedulingComponent> parents = context().parents();
        for (int index = 0; index < parents.size(); index++) {
            if (!parents.get(index).letsPull(this)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether, as far as is known, the parents hold only tasks for the branch {@code else}, from which workers pull.
     */
    private boolean isForOthersOnly() {
        return othersPull && hasUntimedOnly && !hasTimed;
    }

    @Override
    public boolean mayAcceptMore(Task accepted) {
        return !isForOthersOnly() || otherwise.mayAcceptMore(accepted);
    }

    /** Returns the estimate of the branch {@code perf}. */
    @Override
    public long estimatedEnd() {
        return perf == null ? Long.MAX_VALUE : perf.estimatedEnd();
    }
}
