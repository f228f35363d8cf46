package org.asterism.balancer.completion.internal;

/**
 * How the workers of some kinds shall be shared among contexts. Rows are contexts, columns are kinds of workers.
 *
 * @param work how much each context has to do; 0 or more
 * @param speeds how much of it a worker of each kind does in a nanosecond
 * @param least how many workers each context must have
 * @param most how many it may have, or can use
 * @param workers how many there are of each kind
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

    /** How many workers a context has. */
    static int size(int[] share) {
        int size = 0;
        for (int number : share) {
            size += number;
        }
        return size;
    }
}
