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
 * Chooses a branch by what is known of a task: {@code perf} if its time is known on all workers that can execute it,
 * {@code calibrate} if it is still to be measured on some, {@code else} if it has no model. A branch that is missing is
 * {@code perf}.
 *
 * <p>A task that the branch {@code calibrate} refuses, because enough are being measured, goes to {@code perf}, which
 * can do something with what is known of it. Else tasks that are known would wait above behind those that are not.
 *
 * <p>Tasks pass it only when they are pushed: a worker that pulls would take them past the decision.
 *
 * <p><b>Threads.</b> Any. No lock is held.
 */
final class PerfmodelSelectComponent extends SchedulingComponent {
    static final String PERF = "perf";
    static final String CALIBRATE = "calibrate";
    static final String ELSE = "else";

    /** Whoever has not heeded so many does not read further ones, which would only fill the memory. */
    private static final int MOST_WARNINGS = 1000;

    private static final System.Logger LOG = System.getLogger(PerfmodelSelectComponent.class.getName());

    private final Predictor predictor;
    private final Spares<TaskTimes> spares;

    /** The names of codelets, since a program may make a codelet per request, or be uninstalled. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    // Replaced while nobody pushes.
    private WorkerSets itself;
    private SchedulingComponent perf;
    private SchedulingComponent calibrate;
    private SchedulingComponent otherwise;
    private boolean othersPull;

    /** Whether there was a task with a model. */
    private volatile boolean hasTimed;

    /**
     * Whether there were tasks, all without a model: then nothing above is for the branches of others, however often
     * they ask.
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
        double nanos = nanosOf(task);
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
     * How long a task takes: 0 without a model, NaN while that is to be measured, and less if no worker can execute one
     * with a model.
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

    /** Nothing; has the components above push. */
    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        canPush(to);
        return null;
    }

    /** Has the components above push, unless they can have nothing for who asks. */
    @Override
    public boolean canPush(SchedulingComponent to) {
        return !(othersPull && to != otherwise && hasUntimedOnly && !hasTimed) && tellParents();
    }

    /**
     * Has the components above push, since nobody below can pull; but for a task without a model a worker is told, if
     * it is workers that ask for those.
     */
    @Override
    public boolean canPull(Task task) {
        return othersPull && nanosOf(task) == 0 ? otherwise.canPull(task) : tellParents();
    }

    @Override
    public boolean letsPull() {
        return false;
    }

    /** That of the branch that tasks with known times go to. */
    @Override
    public long estimatedEnd() {
        return perf == null ? Long.MAX_VALUE : perf.estimatedEnd();
    }
}
