package org.asterism.components.modular.random.internal;

import java.util.List;
import org.asterism.spi.component.SchedulingComponent;

/** Children of whom one is drawn, each as often as corresponds to its weight among them. Immutable. */
final class Lottery {
    /** A child and its weight, more than 0. */
    record Ticket(SchedulingComponent child, double weight) {}

    private final SchedulingComponent[] children;

    /** The sums of the weights up to each. */
    private final double[] sums;

    Lottery(List<Ticket> tickets) {
        children = tickets.stream().map(Ticket::child).toArray(SchedulingComponent[]::new);
        sums = tickets.stream().mapToDouble(Ticket::weight).toArray();
        for (int index = 1; index < sums.length; index++) {
            sums[index] += sums[index - 1];
        }
    }

    boolean isEmpty() {
        return children.length == 0;
    }

    /**
     * The child that a number hits: the first whose sum is not less than that part of all; not if it is empty.
     *
     * @param number from 0, less than 1
     */
    SchedulingComponent hit(double number) {
        double wanted = number * sums[sums.length - 1];
        int low = 0;
        int high = children.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sums[middle] >= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return children[low];
    }
}
