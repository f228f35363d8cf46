package org.asterism.balancer.completion.internal;

/**
 * Turns fractional shares into whole workers. It rounds them down and gives each remaining worker to the context that
 * ends last and can use it. Then it exchanges single workers as long as the last end comes nearer. Workers that no
 * context can use stay unassigned.
 *
 * <p>The exchange is a local search. With one kind of workers the result is optimal, because giving each worker in turn
 * to the context that ends last is optimal by itself.
 */
final class WholeShares {
    private static final int MOST_EXCHANGES = 200;
    private static final double CLEARLY = 1 - 1e-9;

    private final Problem problem;
    private final int[][] shares;
    private final int[] left;

    private WholeShares(Problem problem, double[][] fractions) {
        this.problem = problem;
        shares = new int[problem.contexts()][problem.kinds()];
        left = problem.workers().clone();
        for (int context = 0; context < shares.length; context++) {
            for (int kind = 0; kind < left.length; kind++) {
                shares[context][kind] = (int) Math.floor(fractions[context][kind] + 1e-6);
                left[kind] -= shares[context][kind];
            }
        }
    }

    /** Whole shares near to fractional ones. */
    static int[][] near(Problem problem, double[][] fractions) {
        WholeShares whole = new WholeShares(problem, fractions);
        whole.meetLeast(fractions);
        while (whole.giveOne()) {
            // Until nobody can use another one.
        }
        for (int exchanges = 0; exchanges < MOST_EXCHANGES && whole.exchange(); exchanges++) {
            // Until none helps.
        }
        return whole.shares;
    }

    private void meetLeast(double[][] fractions) {
        for (int context = 0; context < shares.length; context++) {
            while (Problem.size(shares[context]) < problem.least()[context]) {
                int best = -1;
                for (int kind = 0; kind < left.length; kind++) {
                    if (left[kind] > 0 && (best < 0 || fractions[context][kind] > fractions[context][best])) {
                        best = kind;
                    }
                }
                if (best < 0) {
                    break; // others have rounded it away: the exchange sees to it
                }
                give(best, context, 1);
            }
        }
    }

    private void give(int kind, int context, int number) {
        shares[context][kind] += number;
        left[kind] -= number;
    }

    private boolean hasRoom(int context) {
        return Problem.size(shares[context]) < problem.most()[context];
    }

    private double end(int context) {
        return problem.end(context, shares[context]);
    }

    /** Gives a worker to the context that ends last of those that can use one; of the kind that is fastest there. */
    private boolean giveOne() {
        int last = -1;
        int with = -1;
        for (int context = 0; context < shares.length; context++) {
            int kind = fastestLeft(context);
            if (kind >= 0 && hasRoom(context) && end(context) > 0 && (last < 0 || end(context) > end(last))) {
                last = context;
                with = kind;
            }
        }
        if (last >= 0) {
            give(with, last, 1);
        }
        return last >= 0;
    }

    private int fastestLeft(int context) {
        int fastest = -1;
        for (int kind = 0; kind < left.length; kind++) {
            double speed = problem.speeds()[context][kind];
            if (left[kind] > 0 && speed > 0 && (fastest < 0 || speed > problem.speeds()[context][fastest])) {
                fastest = kind;
            }
        }
        return fastest;
    }

    /** Makes the one move or exchange that brings the last end nearest, if there is one. */
    private boolean exchange() {
        int last = 0;
        for (int context = 1; context < shares.length; context++) {
            last = end(context) > end(last) ? context : last;
        }
        double best = end(last) * CLEARLY;
        int[] chosen = null;
        for (int other = 0; other < shares.length; other++) {
            for (int taken = 0; taken < left.length; taken++) {
                if (other == last || shares[other][taken] == 0 || problem.speeds()[last][taken] <= 0) {
                    continue;
                }
                for (int given = -1; given < left.length; given++) {
                    double end = endAfter(last, other, taken, given);
                    if (end < best) {
                        best = end;
                        chosen = new int[] {other, taken, given};
                    }
                }
            }
        }
        if (chosen != null) {
            swap(last, chosen[0], chosen[1], chosen[2], 1);
        }
        return chosen != null;
    }

    private void swap(int last, int other, int taken, int given, int number) {
        shares[last][taken] += number;
        shares[other][taken] -= number;
        if (given >= 0) {
            shares[last][given] -= number;
            shares[other][given] += number;
        }
    }

    /**
     * Returns the time at which the later of two contexts ends after an exchange; infinite if the exchange is not
     * allowed.
     */
    private double endAfter(int last, int other, int taken, int given) {
        if (given == taken || given >= 0 && shares[last][given] == 0) {
            return Double.POSITIVE_INFINITY;
        }
        if (given < 0 && (!hasRoom(last) || Problem.size(shares[other]) <= problem.least()[other])) {
            return Double.POSITIVE_INFINITY;
        }
        swap(last, other, taken, given, 1);
        double end = Math.max(end(last), end(other));
        swap(last, other, taken, given, -1);
        return end;
    }
}
