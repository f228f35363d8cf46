package org.asterism.api.model;

import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.asterism.api.Task;

/**
 * A model that predicts from measurements of tasks of the same footprint and size, or by a curve over the size. It
 * learns separately for each architecture, each device of an architecture whose workers are not alike, and each
 * implementation.
 *
 * @param symbol the name under which it is kept
 * @param method the method of prediction
 * @param size returns the size of a task; null for the sum of the bytes of its data
 * @param footprint returns equal numbers for similar tasks; null for a hash of the sizes of the data or, with a
 *     {@code size}, of that
 */
public record MeasuredModel(
        String symbol, Method method, ToLongFunction<? super Task> size, ToIntFunction<? super Task> footprint)
        implements PerformanceModel {

    /** The method by which a model predicts. */
    public enum Method {
        /** Predicts the mean of measurements of similar tasks. */
        HISTORY,
        /** {@code a * size^b}; a straight line where both axes are logarithmic. */
        POWER,
        /** {@code a * size^b + c}, then what was measured for tasks that are alike. */
        POWER_AND_CONSTANT
    }

    /** Checks the symbol. */
    public MeasuredModel {
        symbol = Symbols.check(symbol);
        Objects.requireNonNull(method, "method");
    }

    /**
     * Lets the program define the size of a task.
     *
     * @param given a number that times grow with, such as that of the entries of a sparse matrix. Many threads call it,
     *     and often; it must return the same at every call for a task
     * @return a changed copy
     */
    public MeasuredModel withSize(ToLongFunction<? super Task> given) {
        return new MeasuredModel(symbol, method, Objects.requireNonNull(given, "given"), footprint);
    }

    /**
     * Lets the program define which tasks are alike.
     *
     * @param given the same number for tasks that take the same time. Many threads call it, and often; it must return
     *     the same at every call for a task
     * @return a changed copy
     */
    public MeasuredModel withFootprint(ToIntFunction<? super Task> given) {
        return new MeasuredModel(symbol, method, size, Objects.requireNonNull(given, "given"));
    }
}
