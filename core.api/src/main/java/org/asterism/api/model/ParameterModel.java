package org.asterism.api.model;

import java.util.List;
import java.util.Objects;
import org.asterism.api.Task;

/**
 * A model that predicts a sum of products: {@code c0 + c1 * P1^e11 * P2^e12 * ... + c2 * P1^e21 * P2^e22 * ... + ...}.
 *
 * <p>The program gives the parameters P of each task and the exponents e. The coefficients c are fitted to measurements
 * (a multiple linear regression). Use it for work whose time depends on more than the size of its data.
 *
 * <p>For instance, a task with parameters M, N, K that needs {@code c0 + c1 * M * N + c2 * M * N * K} has the exponents
 * {@code [[1, 1, 0], [1, 1, 1]]}.
 *
 * @param symbol the name under which it is kept
 * @param names of the parameters, for people
 * @param parameters returns a task's parameters
 * @param exponents for each product, the power of each parameter
 */
public record ParameterModel(String symbol, List<String> names, Parameters parameters, List<List<Integer>> exponents)
        implements PerformanceModel {

    /** The greatest number of products. */
    public static final int MOST_PRODUCTS = 32;

    /** Returns the parameters of tasks. Many threads call it frequently. */
    @FunctionalInterface
    public interface Parameters {
        /**
         * Gives a task's parameters.
         *
         * @param task any task whose codelet has the model
         * @param values to be filled, one per name
         */
        void of(Task task, double[] values);
    }

    /** Checks that numbers fit together. */
    public ParameterModel {
        symbol = Symbols.check(symbol);
        names = List.copyOf(names);
        Objects.requireNonNull(parameters, "parameters");
        exponents = exponents.stream().map(List::copyOf).toList();
        if (names.isEmpty() || exponents.isEmpty() || exponents.size() > MOST_PRODUCTS) {
            throw new IllegalArgumentException("model '" + symbol + "' has " + names.size() + " parameters and "
                    + exponents.size() + " products: give at least one of each, and at most " + MOST_PRODUCTS
                    + " products");
        }
        for (List<Integer> product : exponents) {
            if (product.size() != names.size()) {
                throw new IllegalArgumentException("model '" + symbol + "' has the exponents " + product + " for the "
                        + names.size() + " parameters " + names + ": give one for each");
            }
        }
    }
}
