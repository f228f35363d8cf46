package org.asterism.kit.policy;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Elements with weights. One element is drawn at a time, with a probability in proportion to its weight. Immutable and
 * thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class Lottery<T> {
    private final List<T> elements;

    /** The sums of the weights up to each element. */
    private final double[] sums;

    /**
     * Creates a lottery.
     *
     * @param elements in the order in which numbers hit them
     * @param weight of an element, more than 0
     */
    public Lottery(List<T> elements, ToDoubleFunction<? super T> weight) {
        this.elements = List.copyOf(elements);
        sums = elements.stream().mapToDouble(weight).toArray();
        for (int index = 1; index < sums.length; index++) {
            sums[index] += sums[index - 1];
        }
    }

    /** {@return whether there is nothing to draw} */
    public boolean isEmpty() {
        return elements.isEmpty();
    }

    /**
     * Returns the element that a number hits: the first whose sum is not less than that part of all.
     *
     * @param number from 0, less than 1
     * @return null if the lottery is empty
     */
    public T hit(double number) {
        if (isEmpty()) {
            return null;
        }
        double wanted = number * sums[sums.length - 1];
        int low = 0;
        int high = sums.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sums[middle] >= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return elements.get(low);
    }
}
