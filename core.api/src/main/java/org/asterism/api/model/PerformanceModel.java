package org.asterism.api.model;

import java.util.List;
import java.util.Objects;

/**
 * Predicts the time, in nanoseconds, or the energy, in joules, of a codelet's tasks. It predicts from measurements
 * ({@link MeasuredModel}, {@link ParameterModel}), or by a function of the program ({@link CostModel}).
 *
 * <p>Immutable, for any thread; made once, like the codelet that has it. The documentation of models helps to choose
 * one.
 */
public sealed interface PerformanceModel permits MeasuredModel, ParameterModel, CostModel {
    /**
     * The name under which what was measured is kept; codelets that do the same work share it.
     *
     * @return never blank
     */
    String symbol();

    /**
     * Whether two workers of one kind may have different predictions, so that asking one of each {@link Predictor#kind}
     * is not enough.
     *
     * @return true for a cost per worker
     */
    default boolean distinguishesWorkers() {
        return false;
    }

    /**
     * Predicts what was measured for tasks on data of the same sizes.
     *
     * @param symbol the name under which it is kept
     * @return a model
     */
    static MeasuredModel history(String symbol) {
        return new MeasuredModel(symbol, MeasuredModel.Method.HISTORY, null, null);
    }

    /**
     * Predicts a power of the size of the data, {@code a * bytes^b}, fitted to what was measured.
     *
     * @param symbol the name under which it is kept
     * @return a model
     */
    static MeasuredModel regression(String symbol) {
        return new MeasuredModel(symbol, MeasuredModel.Method.POWER, null, null);
    }

    /**
     * Predicts {@code a * bytes^b + c}, fitted to what was measured, and what was measured itself where that does not
     * reach.
     *
     * @param symbol the name under which it is kept
     * @return a model
     */
    static MeasuredModel nonLinearRegression(String symbol) {
        return new MeasuredModel(symbol, MeasuredModel.Method.POWER_AND_CONSTANT, null, null);
    }

    /**
     * Predicts a sum of products of powers of parameters that the program gives for each task, fitted to measurements;
     * see {@link ParameterModel}.
     *
     * @param symbol the name under which it is kept
     * @param names of the parameters, for people
     * @param parameters returns a task's parameters
     * @param exponents for each product, the power of each parameter
     * @return a model
     */
    static ParameterModel multipleRegression(
            String symbol, List<String> names, ParameterModel.Parameters parameters, List<List<Integer>> exponents) {
        return new ParameterModel(symbol, names, parameters, exponents);
    }

    /**
     * Predicts costs by a function of the program, for a processor of speed 1. Other workers' costs are divided by
     * their {@link Predictor#relativeSpeed relative speed}; for a CPU core that makes twice as much.
     *
     * @param symbol a name for people
     * @param cost nanoseconds, or joules
     * @return a model
     */
    static CostModel common(String symbol, CostModel.CommonCost cost) {
        Objects.requireNonNull(cost, "cost");
        return new CostModel(
                symbol, CostModel.Scope.COMMON, (task, worker, implementation) -> cost.of(task, implementation));
    }

    /**
     * Predicts costs by a function of the program, for each architecture.
     *
     * @param symbol a name for people
     * @param cost nanoseconds, or joules
     * @return a model
     */
    static CostModel perArchitecture(String symbol, CostModel.ArchitectureCost cost) {
        Objects.requireNonNull(cost, "cost");
        return new CostModel(
                symbol,
                CostModel.Scope.ARCHITECTURE,
                (task, worker, implementation) -> cost.of(task, worker.architecture(), implementation));
    }

    /**
     * Predicts costs by a function of the program, for each worker.
     *
     * @param symbol a name for people
     * @param cost nanoseconds, or joules
     * @return a model
     */
    static CostModel perWorker(String symbol, CostModel.WorkerCost cost) {
        return new CostModel(symbol, CostModel.Scope.WORKER, cost);
    }
}
