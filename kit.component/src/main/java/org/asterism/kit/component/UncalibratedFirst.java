package org.asterism.kit.component;

import org.asterism.api.Task;
import org.asterism.kit.policy.placement.TaskTimes;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Rule that gives a task to a worker on which its time is not known yet, so that it is measured. Of the children with
 * such a worker, the least loaded one comes first, then the next if it refuses. The rule also chooses the
 * implementation that still has to be measured.
 *
 * <p>The rule refuses a task that is measured everywhere, or for which the children with such workers have no room. The
 * component above can then place it by its times. If all parents are stores, which can only wait, the task goes to the
 * least loaded of the other children.
 *
 * <p>A {@link SchedulingComponent#isDirect direct} child never refuses, and a task stays there. So it receives a task
 * only while fewer than {@value #MOST_AHEAD} tasks per worker wait or run there. Otherwise the uncalibrated workers
 * would collect all tasks of a program.
 *
 * <p><b>Threads.</b> Any; {@link #changed} is called while no other method of the tree runs.
 *
 * <p>Source: StarPU's component eager_calibration, which takes the first uncalibrated worker.
 */
public final class UncalibratedFirst {
    /** One task that runs, and one whose data are being transferred. */
    private static final int MOST_AHEAD = 2;

    private final ComponentContext context;
    private final PolicyContext policy;
    private final Spares<Scratch> spares;

    /** Replaced only while no other thread reads it; that synchronisation also publishes it. */
    private Below below;

    /** Whether all components above are stores, which can only keep a task. */
    private boolean onlyStoresAbove;

    /** Working state for one task at a time. */
    private record Scratch(TaskTimes times, LeastFirst order) {}

    /**
     * Creates the rule for a component.
     *
     * @param context context of the component
     */
    public UncalibratedFirst(ComponentContext context) {
        this.context = context;
        policy = context.policy();
        spares = new Spares<>(() -> new Scratch(new TaskTimes(policy), new LeastFirst()));
        changed();
    }

    /** Updates the children. The component calls this from {@link SchedulingComponent#changed}. */
    public void changed() {
        below = Below.of(context);
        onlyStoresAbove =
                !context.parents().isEmpty() && context.parents().stream().allMatch(SchedulingComponent::isReservoir);
    }

    /**
     * Pushes a task to a child where it has to be measured.
     *
     * @param task task that the caller holds
     * @return whether a child accepted it; otherwise the caller keeps it
     */
    public boolean push(Task task) {
        Scratch scratch = spares.take();
        scratch.times.ask(task, below.sets());
        boolean accepted = push(task, scratch.times, scratch.order, below, policy)
                || onlyStoresAbove && push(task, false, scratch.times, scratch.order, below, policy);
        scratch.times.forget();
        spares.give(scratch);
        return accepted;
    }

    /** Pushes a task, after {@link TaskTimes#ask}, to a child where it has to be measured. */
    static boolean push(Task task, TaskTimes times, LeastFirst order, Below among, PolicyContext policy) {
        return push(task, true, times, order, among, policy);
    }

    private static boolean push(
            Task task, boolean toMeasure, TaskTimes times, LeastFirst order, Below among, PolicyContext policy) {
        order.clear();
        for (int child = 0; child < among.size(); child++) {
            if (times.canExecute(child) && Double.isNaN(times.nanos(child)) == toMeasure) {
                double load = among.children()[child].estimatedLoad();
                if (hasRoom(child, load, among, policy)) {
                    order.add(child, load);
                }
            }
        }
        for (int child = order.take(); child >= 0; child = order.take()) {
            if (offer(task, child, times, among, policy)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasRoom(int child, double load, Below among, PolicyContext policy) {
        if (!among.direct()[child]) {
            return true;
        }
        // A load is a number of tasks divided by the speed of who runs them.
        WorkerSet workers = among.sets().workers(child);
        double speed = policy.predictor().relativeSpeed(workers.first());
        return load * speed < MOST_AHEAD * workers.size();
    }

    private static boolean offer(Task task, int child, TaskTimes times, Below among, PolicyContext policy) {
        // Where another worker may take it, the number would be one of another list of implementations.
        if (among.sets().workers(child).isHomogeneous()) {
            policy.choose(task, times.implementation(child));
        }
        return among.children()[child].push(task);
    }
}
