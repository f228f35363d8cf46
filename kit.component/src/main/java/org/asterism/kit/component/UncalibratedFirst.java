package org.asterism.kit.component;

import org.asterism.api.Task;
import org.asterism.kit.policy.placement.TaskTimes;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Gives tasks to workers on which their time is not known yet, so that it gets known: of the children with such a
 * worker to the one with the least load, among equals to the first, and if that refuses to the next. The implementation
 * that was not measured is chosen with it.
 *
 * <p>A task that is measured everywhere, or for which there is no room where it is to be measured, is refused, so that
 * the component above can place it by its times. If stores are above, which can only wait, it goes to the least loaded
 * of the other children.
 *
 * <p>A child that leads to its workers {@link SchedulingComponent#isDirect directly} does not refuse, and a task that
 * is there stays: it gets one only while fewer than {@value #MOST_AHEAD} tasks per worker wait or run there. So a
 * program's tasks do not all become those of the workers that least is known about.
 *
 * <p><b>Threads.</b> Any; {@link #changed} while no method of the tree runs.
 *
 * <p>Source: StarPU's component eager_calibration, which takes the first such worker.
 */
public final class UncalibratedFirst {
    /** One that runs and one whose data come meanwhile. */
    private static final int MOST_AHEAD = 2;

    private final ComponentContext context;
    private final PolicyContext policy;
    private final Spares<Scratch> spares;

    /** Replaced while nobody reads it, and published by that. */
    private Below below;

    /** Whether nobody above can do anything with a task but keep it. */
    private boolean onlyStoresAbove;

    /** For one task at a time. */
    private record Scratch(TaskTimes times, LeastFirst order) {}

    /**
     * For a component.
     *
     * @param context its place
     */
    public UncalibratedFirst(ComponentContext context) {
        this.context = context;
        policy = context.policy();
        spares = new Spares<>(() -> new Scratch(new TaskTimes(policy), new LeastFirst()));
        changed();
    }

    /** To be called when the component's children or workers have {@link SchedulingComponent#changed changed}. */
    public void changed() {
        below = Below.of(context);
        onlyStoresAbove =
                !context.parents().isEmpty() && context.parents().stream().allMatch(SchedulingComponent::isReservoir);
    }

    /**
     * Gives a task to a child.
     *
     * @param task belongs to the caller
     * @return false if it was refused, and is the caller's still
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

    /** Gives a task that was asked about to a child where it is to be measured. */
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
