package org.asterism.kit.component;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.kit.policy.BundleTimes;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;

/**
 * How long one task takes on each of several sets of workers. The predictor is asked once for each kind of workers that
 * it distinguishes, the data once for each memory node, however many workers there are; only for a
 * {@link Task#isRestricted restricted} task each worker is asked whether it can execute it. A task of a bundle is asked
 * about with all tasks of the bundle that are still to come, since they go where the first of them goes.
 *
 * <p>Used again for task after task, without allocation; see {@link Spares}.
 *
 * <p><b>Threads.</b> One at a time. No lock is to be held: the program may be called.
 *
 * <p>Source: what StarPU's mapping components compute before they decide ({@code execute_preds},
 * {@code transfer_length}).
 */
public final class TaskTimes {
    private final Predictor predictor;
    private final DataPlacement data;

    private WorkerGroups groups;
    private Task task;
    private TaskBundle bundle;
    private boolean restricted;

    // By kind: what was asked for this task. A time is never negative.
    private static final double NOT_ASKED = -1;
    private double[] kindNanos = {};
    private double[] kindJoules = {};
    private int[] kindImplementation = {};

    // By memory node.
    private long[] nodeTravel = {};

    // By group of sets or, for a restricted task, by set.
    private boolean[] able = {};
    private double[] nanos = {};
    private long[] travel = {};
    private double[] joules = {};

    /**
     * Makes one that was asked nothing.
     *
     * @param policy who knows tasks and data
     */
    public TaskTimes(PolicyContext policy) {
        predictor = policy.predictor();
        data = policy.placement();
    }

    /**
     * Asks how long a task takes. What is asked of this object afterwards it is asked about this task.
     *
     * @param about any task of the runtime
     * @param on the sets of workers
     */
    public void ask(Task about, WorkerGroups on) {
        groups = on;
        task = about;
        restricted = about.isRestricted();
        bundle = restricted ? about.bundle().orElse(null) : null;
        makeRoom();
        Arrays.fill(kindNanos, 0, on.kinds(), NOT_ASKED);
        Arrays.fill(kindJoules, 0, on.kinds(), NOT_ASKED);
        Arrays.fill(nodeTravel, 0, on.nodes(), -1);
        int slots = restricted ? on.size() : on.groups();
        Arrays.fill(travel, 0, slots, -1);
        Arrays.fill(joules, 0, slots, NOT_ASKED);
        for (int slot = 0; slot < slots; slot++) {
            if (restricted) {
                WorkerGroups.Members members = on.members(slot);
                evaluate(slot, members.runners(), members.kinds());
            } else {
                WorkerGroups.Group group = on.group(slot);
                evaluate(slot, group.ones(), group.kinds());
            }
        }
    }

    /** Lets go of the task. */
    public void forget() {
        task = null;
        bundle = null;
    }

    private void makeRoom() {
        if (kindNanos.length < groups.kinds()) {
            kindNanos = new double[groups.kinds()];
            kindJoules = new double[groups.kinds()];
            kindImplementation = new int[groups.kinds()];
        }
        if (nodeTravel.length < groups.nodes()) {
            nodeTravel = new long[groups.nodes()];
        }
        if (able.length < groups.size()) {
            able = new boolean[groups.size()];
            nanos = new double[groups.size()];
            travel = new long[groups.size()];
            joules = new double[groups.size()];
        }
    }

    private void evaluate(int slot, Runner[] runners, int[] kinds) {
        boolean some = false;
        double least = 0;
        for (int index = 0; index < runners.length; index++) {
            int kind = kinds[index];
            if (some && restricted && kindNanos[kind] == least) {
                continue; // a worker like one that can would change nothing
            }
            if (!canExecute(runners[index])) {
                continue;
            }
            some = true;
            double time = nanosOfKind(kind, runners[index]);
            if (Double.isNaN(time)) {
                least = time;
                break;
            }
            if (time > 0 && (least == 0 || time < least)) {
                least = time;
            }
        }
        able[slot] = some;
        nanos[slot] = least;
    }

    /** Tasks of a bundle are run by single workers: what the bundle takes is known of these. */
    private boolean canExecute(Runner runner) {
        return (bundle == null || runner.combined() == null) && runner.canExecute(task);
    }

    /** The least over the implementations; NaN if one of them is not calibrated, 0 without a model. */
    private double nanosOfKind(int kind, Runner one) {
        if (kindNanos[kind] != NOT_ASKED) {
            return kindNanos[kind];
        }
        double least = 0;
        kindImplementation[kind] = 0;
        int implementations = implementations(one);
        for (int number = 0; number < implementations; number++) {
            double time = bundle == null
                    ? one.nanos(predictor, task, number)
                    : BundleTimes.executionNanos(bundle, predictor, one.worker(), number);
            if (Double.isNaN(time)) {
                kindImplementation[kind] = number;
                least = time;
                break;
            }
            if (time > 0 && (least == 0 || time < least)) {
                kindImplementation[kind] = number;
                least = time;
            }
        }
        kindNanos[kind] = least;
        return least;
    }

    private int implementations(Runner runner) {
        // A unit that does not really compute may take tasks whose codelet has no implementation for it.
        return Math.max(1, task.codelet().implementationCount(runner.worker().architecture()));
    }

    private int slot(int set) {
        return restricted ? set : groups.groupOf(set);
    }

    /**
     * Whether a worker of a set can execute the task.
     *
     * @param set its number
     * @return false if nobody of it can
     */
    public boolean canExecute(int set) {
        return able[slot(set)];
    }

    /**
     * How long the task's kernel runs on the best of a set's workers, with its best implementation.
     *
     * @param set its number
     * @return nanoseconds; 0 without a model, or if no worker can execute it; NaN if that is not calibrated for some
     *     worker
     */
    public double nanos(int set) {
        return nanos[slot(set)];
    }

    /**
     * How long the task's data travel to a set's memory node; in the mean over its workers if they have several. The
     * data are asked when this is called for the first time.
     *
     * @param set its number, not empty
     * @return nanoseconds
     */
    public long transferNanos(int set) {
        int slot = slot(set);
        return travel[slot] < 0 ? travelOf(slot, set) : travel[slot];
    }

    private long travelOf(int slot, int set) {
        WorkerGroups.Group group = groups.group(groups.groupOf(set));
        double sum = 0;
        for (int index = 0; index < group.nodes().length; index++) {
            sum += (double) travelTo(group.nodes()[index]) * group.workersOfNode()[index];
        }
        travel[slot] = Math.round(sum / Math.max(1, group.workers()));
        return travel[slot];
    }

    private long travelTo(int number) {
        if (nodeTravel[number] < 0) {
            int node = groups.node(number);
            nodeTravel[number] =
                    bundle == null ? data.transferNanos(task, node) : BundleTimes.transferNanos(bundle, data, node);
        }
        return nodeTravel[number];
    }

    /**
     * How much energy the task's kernel needs on the one of a set's workers, and with the implementation, where it is
     * least. The predictor is asked when this is called for the first time.
     *
     * @param set its number
     * @return joules; 0 where nothing is known
     */
    public double joules(int set) {
        int slot = slot(set);
        return joules[slot] == NOT_ASKED ? joulesOf(slot, set) : joules[slot];
    }

    private double joulesOf(int slot, int set) {
        WorkerGroups.Members members = groups.members(set);
        WorkerGroups.Group group = groups.group(groups.groupOf(set));
        Runner[] runners = restricted ? members.runners() : group.ones();
        int[] kinds = restricted ? members.kinds() : group.kinds();
        double least = 0;
        for (int index = 0; index < runners.length; index++) {
            int kind = kinds[index];
            if (canExecute(runners[index])) {
                if (kindJoules[kind] == NOT_ASKED) {
                    kindJoules[kind] = leastJoules(runners[index]);
                }
                if (kindJoules[kind] > 0 && (least == 0 || kindJoules[kind] < least)) {
                    least = kindJoules[kind];
                }
            }
        }
        joules[slot] = least;
        return least;
    }

    private double leastJoules(Runner one) {
        double least = 0;
        int implementations = implementations(one);
        for (int number = 0; number < implementations; number++) {
            double energy = bundle == null
                    ? one.joules(predictor, task, number)
                    : BundleTimes.energyJoules(bundle, predictor, one.worker(), number);
            if (energy > 0 && (least == 0 || energy < least)) {
                least = energy;
            }
        }
        return least;
    }

    /**
     * The worker of a set, with the least id, on which the task is still to be measured.
     *
     * @param set its number
     * @return who leads, if it is a combined one; null if the set's time is a number
     */
    public Worker uncalibratedWorker(int set) {
        int index = uncalibratedMember(set);
        return index < 0 ? null : groups.members(set).runners()[index].worker();
    }

    /**
     * With which implementation the task is to be run on a set: the one that is still to be measured on its
     * {@link #uncalibratedWorker uncalibrated worker}, else the fastest of the first worker that can execute it.
     *
     * @param set its number
     * @return from 0; 0 if nothing is known
     */
    public int implementation(int set) {
        int index = uncalibratedMember(set);
        if (index < 0) {
            index = 0;
            Runner[] runners = groups.members(set).runners();
            while (index < runners.length && !canExecute(runners[index])) {
                index++;
            }
            if (index == runners.length) {
                return 0;
            }
            nanosOfKind(groups.members(set).kinds()[index], runners[index]);
        }
        return kindImplementation[groups.members(set).kinds()[index]];
    }

    private int uncalibratedMember(int set) {
        if (Double.isNaN(nanos(set))) {
            WorkerGroups.Members members = groups.members(set);
            for (int index = 0; index < members.runners().length; index++) {
                if (Double.isNaN(kindNanos[members.kinds()[index]]) && canExecute(members.runners()[index])) {
                    return index;
                }
            }
        }
        return -1;
    }
}
