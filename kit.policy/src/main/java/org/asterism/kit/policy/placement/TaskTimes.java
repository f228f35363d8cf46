package org.asterism.kit.policy.placement;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.spi.policy.PolicyContext;

/**
 * How long one task takes on each of several sets of workers. The predictor is asked once for each kind of workers that
 * it distinguishes, the data once for each memory node, however many workers there are; only for a
 * {@link Task#isRestricted restricted} task each worker is asked whether it can execute it. A task of a bundle is asked
 * about with all tasks of the bundle that are still to come, since they go where the first of them goes.
 *
 * <p>Used again for task after task, without allocation.
 *
 * <p><b>Threads.</b> One at a time. No lock is to be held: the program may be called.
 *
 * <p>Source: what StarPU's mapping components compute before they decide ({@code execute_preds},
 * {@code transfer_length}).
 */
public final class TaskTimes {
    /** In place of a time, an energy or a number, which are never negative. */
    private static final int NOT_ASKED = -1;

    private final Prediction prediction;
    private WorkerSets sets;

    // By kind.
    private double[] kindNanos = {};
    private double[] kindJoules = {};
    private int[] kindImplementation = {};

    // By memory node.
    private long[] nodeTravel = {};

    // By set; of sets that are alike the first stands for all, unless the task is restricted.

    /** The kind of the first worker that is not calibrated or, if all are, that can execute the task. */
    private int[] firstKind = {};

    private double[] nanos = {};
    private double[] joules = {};
    private long[] travel = {};

    /**
     * Makes one that was asked nothing.
     *
     * @param policy who knows tasks and data
     */
    public TaskTimes(PolicyContext policy) {
        prediction = new Prediction(policy.predictor(), policy.placement());
    }

    /**
     * Asks how long a task takes. What is asked of this object afterwards it is asked about this task.
     *
     * @param about any task of the runtime
     * @param on the sets of workers
     */
    public void ask(Task about, WorkerSets on) {
        sets = on;
        prediction.ask(about);
        makeRoom();
        Arrays.fill(kindNanos, 0, on.kinds(), NOT_ASKED);
        Arrays.fill(kindJoules, 0, on.kinds(), NOT_ASKED);
        Arrays.fill(nodeTravel, 0, on.nodes(), NOT_ASKED);
        int slots = prediction.isRestricted() ? on.size() : on.distinct().length;
        for (int index = 0; index < slots; index++) {
            evaluate(prediction.isRestricted() ? index : on.distinct()[index]);
        }
    }

    /** Lets go of the task. */
    public void forget() {
        prediction.forget();
    }

    private void makeRoom() {
        if (kindNanos.length < sets.kinds()) {
            kindNanos = new double[sets.kinds()];
            kindJoules = new double[sets.kinds()];
            kindImplementation = new int[sets.kinds()];
        }
        if (nodeTravel.length < sets.nodes()) {
            nodeTravel = new long[sets.nodes()];
        }
        if (nanos.length < sets.size()) {
            firstKind = new int[sets.size()];
            nanos = new double[sets.size()];
            joules = new double[sets.size()];
            travel = new long[sets.size()];
        }
    }

    private int slot(int set) {
        return prediction.isRestricted() ? set : sets.firstLike(set);
    }

    /** The workers to be asked: all if the task is restricted, and otherwise one of each kind. */
    private WorkerSets.Members asked(int set) {
        return prediction.isRestricted() ? sets.all(set) : sets.ones(set);
    }

    private void evaluate(int set) {
        WorkerSets.Members members = asked(set);
        int first = NOT_ASKED;
        double least = 0;
        for (int index = 0; index < members.runners().length; index++) {
            int kind = members.kinds()[index];
            if (first >= 0 && kindNanos[kind] == least) {
                continue; // a worker like one that can would change nothing
            }
            if (!prediction.canExecute(members.runners()[index])) {
                continue;
            }
            double time = nanosOf(kind, members.runners()[index]);
            if (first < 0 || Double.isNaN(time)) {
                first = kind;
            }
            least = lesser(least, time);
            if (Double.isNaN(least)) {
                break;
            }
        }
        firstKind[set] = first;
        nanos[set] = least;
        joules[set] = NOT_ASKED;
        travel[set] = NOT_ASKED;
    }

    /** The lesser of two that are known; 0 if none is, and NaN if the second is. */
    private static double lesser(double least, double other) {
        return Double.isNaN(other) || other > 0 && (least == 0 || other < least) ? other : least;
    }

    /** The least over the implementations; NaN if one of them is not calibrated, 0 without a model. */
    private double nanosOf(int kind, Runner one) {
        if (kindNanos[kind] == NOT_ASKED) {
            double least = 0;
            kindImplementation[kind] = 0;
            int implementations = prediction.implementations(one);
            for (int number = 0; number < implementations && !Double.isNaN(least); number++) {
                double before = least;
                least = lesser(before, prediction.nanos(one, number));
                if (least != before) {
                    kindImplementation[kind] = number;
                }
            }
            kindNanos[kind] = least;
        }
        return kindNanos[kind];
    }

    /**
     * Whether a worker of a set can execute the task.
     *
     * @param set its number
     * @return false if nobody of it can
     */
    public boolean canExecute(int set) {
        return firstKind[slot(set)] >= 0;
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
        if (travel[slot] == NOT_ASKED) {
            WorkerSets.Nodes nodes = sets.nodes(slot);
            double sum = 0;
            for (int index = 0; index < nodes.numbers().length; index++) {
                sum += (double) travelTo(nodes.numbers()[index]) * nodes.workers()[index];
            }
            travel[slot] = Math.round(sum / Math.max(1, sets.all(slot).runners().length));
        }
        return travel[slot];
    }

    private long travelTo(int number) {
        if (nodeTravel[number] == NOT_ASKED) {
            nodeTravel[number] = prediction.travel(sets.node(number));
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
        if (joules[slot] == NOT_ASKED) {
            WorkerSets.Members members = asked(slot);
            double least = 0;
            for (int index = 0; index < members.runners().length; index++) {
                if (prediction.canExecute(members.runners()[index])) {
                    least = lesser(least, joulesOf(members.kinds()[index], members.runners()[index]));
                }
            }
            joules[slot] = least;
        }
        return joules[slot];
    }

    private double joulesOf(int kind, Runner one) {
        if (kindJoules[kind] == NOT_ASKED) {
            double least = 0;
            int implementations = prediction.implementations(one);
            for (int number = 0; number < implementations; number++) {
                double energy = prediction.joules(one, number);
                least = Double.isNaN(energy) ? least : lesser(least, energy);
            }
            kindJoules[kind] = least;
        }
        return kindJoules[kind];
    }

    /**
     * With which implementation the task is to be run on a set: the one that is still to be measured on the first
     * worker that is not calibrated, else the fastest of the first worker that can execute it.
     *
     * @param set its number
     * @return from 0; 0 if nothing is known
     */
    public int implementation(int set) {
        return canExecute(set) ? kindImplementation[firstKind[slot(set)]] : 0;
    }
}
