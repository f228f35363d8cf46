package org.asterism.policy.random.internal;

import java.util.List;
import java.util.function.Predicate;

/** Workers of whom one is drawn, each as often as corresponds to its speed among them. Immutable. */
final class Lottery {
    private final Seat[] seats;

    /** The sums of the speeds up to each. */
    private final double[] sums;

    private Lottery(Seat[] seats) {
        this.seats = seats;
        sums = new double[seats.length];
        double sum = 0;
        for (int index = 0; index < seats.length; index++) {
            sum += seats[index].speed;
            sums[index] = sum;
        }
    }

    /** A lottery among some of the workers. */
    static Lottery among(List<Seat> seats, Predicate<? super Seat> some) {
        return new Lottery(seats.stream().filter(some).toArray(Seat[]::new));
    }

    /**
     * The worker that a number hits: the first whose sum is not less than that part of all.
     *
     * @param number from 0, less than 1
     * @return null if there is no worker
     */
    Seat hit(double number) {
        if (seats.length == 0) {
            return null;
        }
        double wanted = number * sums[sums.length - 1];
        int low = 0;
        int high = seats.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sums[middle] >= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return seats[low];
    }
}
