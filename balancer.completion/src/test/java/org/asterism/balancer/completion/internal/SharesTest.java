package org.asterism.balancer.completion.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Shares as fractions and as whole numbers, compared with what trying everything finds. */
class SharesTest {
    private static final int ANY = Integer.MAX_VALUE;

    private static double last(double[] ends) {
        return Arrays.stream(ends).max().orElse(0);
    }

    private static double last(Problem problem, double[][] shares) {
        double last = 0;
        for (int context = 0; context < problem.contexts(); context++) {
            double speed = 0;
            for (int kind = 0; kind < problem.kinds(); kind++) {
                speed += shares[context][kind] * problem.speeds()[context][kind];
            }
            last = problem.work()[context] == 0 ? last : Math.max(last, problem.work()[context] / speed);
        }
        return last;
    }

    @Test
    void shouldShareInProportionToTheWorkIfAllWorkersAreAlike() {
        Problem problem = new Problem(
                new double[] {30, 10, 0},
                new double[][] {{1e-6}, {1e-6}, {1e-6}},
                new int[3],
                new int[] {ANY, ANY, ANY},
                new int[] {8});
        double[][] fractions = FractionalShares.of(problem);
        assertEquals(6, fractions[0][0], 1e-6);
        assertEquals(2, fractions[1][0], 1e-6);
        int[][] whole = WholeShares.near(problem, fractions);
        assertArrayEquals(new int[] {6}, whole[0]);
        assertArrayEquals(new int[] {2}, whole[1]);
        assertArrayEquals(new int[] {0}, whole[2]);
    }

    @Test
    void shouldGiveEachKindToWhereItIsOfMostUse() {
        // Devices are twenty times as fast for the first, and of no use for the second.
        Problem problem = new Problem(
                new double[] {100, 100}, new double[][] {{1, 20}, {1, 0}}, new int[2], new int[] {ANY, ANY}, new int[] {
                    10, 2
                });
        int[][] whole = WholeShares.near(problem, FractionalShares.of(problem));
        assertArrayEquals(new int[] {0, 2}, whole[0]);
        assertArrayEquals(new int[] {10, 0}, whole[1]);
    }

    @Test
    void shouldKeepTheBounds() {
        Problem problem = new Problem(
                new double[] {100, 1, 1},
                new double[][] {{1}, {1}, {1}},
                new int[] {0, 2, 1},
                new int[] {4, ANY, 1},
                new int[] {8});
        int[][] whole = WholeShares.near(problem, FractionalShares.of(problem));
        assertEquals(4, whole[0][0]);
        assertTrue(whole[1][0] >= 2);
        assertEquals(1, whole[2][0]);
        assertNull(FractionalShares.of(
                new Problem(new double[] {1}, new double[][] {{1}}, new int[] {3}, new int[] {ANY}, new int[] {2})));
    }

    @Test
    void shouldFindTheBestSharesOfWorkersOfOneKindAndAlmostOfTwo() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("shares: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        double worst = 1;
        for (int run = 0; run < 300; run++) {
            int contexts = 2 + random.nextInt(2);
            int kinds = 1 + random.nextInt(2);
            double[] work = random.doubles(contexts, 1, 1000).toArray();
            double[][] speeds = new double[contexts][];
            for (int context = 0; context < contexts; context++) {
                speeds[context] = random.doubles(kinds, 0.1, 10).toArray();
            }
            int[] workers = random.ints(kinds, 3, 7).toArray();
            int[] most = new int[contexts];
            Arrays.fill(most, ANY);
            Problem problem = new Problem(work, speeds, new int[contexts], most, workers);
            double[][] fractions = FractionalShares.of(problem);
            assertNotNull(fractions, "seed " + seed);
            int[][] whole = WholeShares.near(problem, fractions);
            double found = last(problem.ends(whole));
            double best = best(problem, new int[contexts][kinds], 0, 0);
            assertTrue(last(problem, fractions) <= best * (1 + 1e-6), "pieces cannot be worse, seed " + seed);
            if (kinds == 1) {
                assertEquals(best, found, best * 1e-9, "seed " + seed + " run " + run);
            }
            worst = Math.max(worst, found / best);
        }
        assertTrue(worst < 1.5, "at worst " + worst + " times the best, seed " + seed);
    }

    /** Tries all shares. */
    private static double best(Problem problem, int[][] shares, int kind, int context) {
        if (kind == problem.kinds()) {
            return last(problem.ends(shares));
        }
        int used = 0;
        for (int before = 0; before < context; before++) {
            used += shares[before][kind];
        }
        int left = problem.workers()[kind] - used;
        if (context == problem.contexts() - 1) {
            shares[context][kind] = left;
            return best(problem, shares, kind + 1, 0);
        }
        double best = Double.POSITIVE_INFINITY;
        for (int number = 0; number <= left; number++) {
            shares[context][kind] = number;
            best = Math.min(best, best(problem, shares, kind, context + 1));
        }
        return best;
    }
}
