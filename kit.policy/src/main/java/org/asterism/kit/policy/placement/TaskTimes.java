package org.asterism.kit.policy.placement;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.spi.policy.PolicyContext;

/**
 * Predicted times of one task on each of several sets of workers. It asks the predictor once for each kind of workers
 * that the predictor distinguishes, and the data once for each memory node. Only for a {@link Task#isRestricted
 * restricted} task does it ask each worker whether it can execute the task. For a task of a bundle, the times include
 * all tasks of the bundle that no worker has taken yet, because these go to the same place.
 *
 * <p>The object is reused for task after task, without allocation.
 *
 * <p><b>Threads.</b> One at a time. The caller must hold no lock, because the program may be called.
 *
 * <p>Source: the computations of StarPU's mapping components before a decision ({@code execute_preds},
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
     * @param policy the policy context, which knows tasks and data
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
     * Returns the duration of the task's kernel on the best of a set's workers, with its best implementation.
     *
     * @param set its number
     * @return nanoseconds; 0 without a model, or if no worker can execute it; NaN if that is not calibrated for some
     *     worker
     */
    public double nanos(int set) {
        return nanos[slot(set)];
    }

    /**
     * Returns the duration of the transfer of the task's data to a set's memory node; the mean over its workers if they
     * have several. The first call queries the data.
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
     * Returns the energy of the task's kernel on the worker of a set, and with the implementation, for which it is
     * least. The first call queries the predictor.
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
