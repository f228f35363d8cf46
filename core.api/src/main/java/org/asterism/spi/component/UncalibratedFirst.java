package org.asterism.spi.component;

import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;

/**
 * Gives tasks to workers on which their time is not known yet, so that it gets known: of the children with such a worker to the one
 * with the least load, among equals to the first, and if that refuses to the next. The implementation that was not measured is chosen with it.
 *
 * <p>A child that leads to its workers {@link SchedulingComponent#isDirect directly} does not refuse, and a task that is there stays: it gets one only while
 * fewer than {@value #MOST_AHEAD} tasks per worker wait or run there. So a program's tasks do not all become those of the workers that
 * least is known about.
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
    private final AtomicReference<Scratch> spare = new AtomicReference<>();
    /** Replaced while nobody reads it, and published by that. */
    private Below below;

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
        changed();
    }

    /** To be called when the component's children or workers have {@link SchedulingComponent#changed changed}. */
    public void changed() {
        below = Below.of(context);
    }

    /**
     * Gives a task to a child.
     *
     * @param task belongs to the caller
     * @return false if all children that should measure it have refused it, or have no room, or if that holds for the one where a
     *     task that is measured everywhere ends first
     */
    public boolean push(Task task) {
        Scratch scratch = spare.getAndSet(null);
        if (scratch == null) {
            scratch = new Scratch(new TaskTimes(policy), new LeastFirst());
        }
        scratch.times.ask(task, below.groups());
        boolean accepted =
                push(task, scratch.times, scratch.order, below, policy) || pushMeasured(task, scratch.times, below);
        scratch.times.forget();
        spare.set(scratch);
        return accepted;
    }

    /**
     * Gives a task that was measured everywhere while it waited above to the child where it ends first, if that has room; else it
     * would wait for ever.
     */
    private boolean pushMeasured(Task task, TaskTimes times, Below among) {
        long now = policy.clock().nanoTime();
        long least = Long.MAX_VALUE;
        int best = -1;
        for (int child = 0; child < among.size(); child++) {
            if (times.canExecute(child)) {
                if (Double.isNaN(times.nanos(child))) {
                    return false; // it waits for those where it is to be measured
                }
                // Without workers the end is never, which is far enough away if it is halved.
                long begin = Math.max(now, Math.min(among.children()[child].estimatedEnd(), Long.MAX_VALUE / 2));
                long end = Math.max(begin, now + times.transferNanos(child)) + Math.round(times.nanos(child));
                if (end < least) {
                    least = end;
                    best = child;
                }
            }
        }
        if (best < 0 || !hasRoom(best, among)) {
            return false;
        }
        float nanosBefore = policy.predictedNanos(task);
        float transferBefore = policy.predictedTransferNanos(task);
        policy.predict(task, (float) times.nanos(best), (float) times.transferNanos(best));
        if (among.children()[best].push(task)) {
            return true;
        }
        policy.predict(task, nanosBefore, transferBefore);
        return false;
    }

    private boolean hasRoom(int child, Below among) {
        if (!among.direct()[child]) {
            return true;
        }
        WorkerSet workers = among.groups().workers(child);
        return among.children()[child].estimatedLoad() * policy.predictor().relativeSpeed(workers.first())
                < MOST_AHEAD * workers.size();
    }

    /** Gives a task that was asked about to a child. */
    static boolean push(Task task, TaskTimes times, LeastFirst order, Below among, PolicyContext policy) {
        order.clear();
        for (int child = 0; child < among.size(); child++) {
            if (times.canExecute(child) && Double.isNaN(times.nanos(child))) {
                double load = among.children()[child].estimatedLoad();
                if (hasRoom(child, load, times, among, policy)) {
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

    private static boolean hasRoom(int child, double load, TaskTimes times, Below among, PolicyContext policy) {
        if (!among.direct()[child]) {
            return true;
        }
        // A load is a number of tasks divided by the speed of who runs them.
        Worker worker = times.uncalibratedWorker(child);
        return worker != null
                && load * policy.predictor().relativeSpeed(worker)
                        < MOST_AHEAD * among.groups().workers(child).size();
    }

    private static boolean offer(Task task, int child, TaskTimes times, Below among, PolicyContext policy) {
        // Where another worker may take it, the number would be one of another list of implementations.
        if (among.groups().workers(child).isHomogeneous()) {
            policy.choose(task, times.uncalibratedImplementation(child));
        }
        return among.children()[child].push(task);
    }
}
