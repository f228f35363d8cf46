package org.asterism.balancer.completion.internal;

/**
 * The problem of sharing the workers of some kinds among contexts. Rows are contexts, columns are kinds of workers.
 *
 * @param work the work of each context; 0 or more
 * @param speeds the work that a worker of each kind does in a nanosecond
 * @param least the least number of workers of each context
 * @param most the greatest number of workers that it may have, or can use
 * @param workers the number of workers of each kind
 */
record Problem(double[] work, double[][] speeds, int[] least, int[] most, int[] workers) {
    int contexts() {
        return work.length;
    }

    int kinds() {
        return workers.length;
    }

    /** In how many nanoseconds a context ends with some workers: infinite if never. */
    double end(int context, int[] share) {
        if (work[context] == 0) {
            return 0;
        }
        double speed = 0;
        for (int kind = 0; kind < kinds(); kind++) {
            speed += share[kind] * speeds[context][kind];
        }
        return work[context] / speed;
    }

    /** In how many nanoseconds each context ends. */
    double[] ends(int[][] shares) {
        double[] ends = new double[contexts()];
        for (int context = 0; context < ends.length; context++) {
            ends[context] = end(context, shares[context]);
        }
        return ends;
    }

    /** Returns the number of workers that a context has. */
    static int size(int[] share) {
        int size = 0;
        for (int number : share) {
            size += number;
        }
        return size;
    }
}
