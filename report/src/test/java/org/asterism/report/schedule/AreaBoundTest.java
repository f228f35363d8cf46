package org.asterism.report.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.asterism.report.linear.LinearProgramme;
import org.junit.jupiter.api.Test;

class AreaBoundTest {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    @Test
    void shouldDivideOneKindOfTaskInProportionToSpeed() {
        // A worker that takes 1 and two that take 4: 1.5 tasks per unit of time.
        assertEquals(10, AreaBound.of(new double[][] {{1, 4}}, new long[] {15}, new int[] {1, 2}), 1e-8);
    }

    @Test
    void shouldGiveEachKindOfTaskToTheWorkersThatAreBestAtIt() {
        // Both halves are done where they take 1, and nothing is gained by moving any.
        assertEquals(30, AreaBound.of(new double[][] {{1, 10}, {10, 1}}, new long[] {30, 30}, new int[] {1, 1}), 1e-8);
        // The fast one has time left: of the second kind it takes x, so that 10 + 2x = 20 (30 - x) / 2.
        assertEquals(
                10 + 2 * 290.0 / 12,
                AreaBound.of(new double[][] {{1, 10}, {2, 20}}, new long[] {10, 30}, new int[] {1, 2}),
                1e-8);
    }

    @Test
    void shouldKeepTasksFromWorkersThatCannotRunThem() {
        assertEquals(
                50, AreaBound.of(new double[][] {{NEVER, 5}, {1, NEVER}}, new long[] {20, 3}, new int[] {1, 2}), 1e-8);
        assertEquals(NEVER, AreaBound.of(new double[][] {{NEVER}}, new long[] {1}, new int[] {4}));
        assertEquals(0, AreaBound.of(new double[0][], new long[0], new int[] {4}));
    }

    @Test
    void shouldAgreeWithAnotherSolverOnAFactorisation() {
        // A tiled factorisation of 20 x 20 tiles on 9 cores and 3 unequal GPUs, in milliseconds; checked with HiGHS.
        double[][] times = {
            {15.2, 13.9, 14.1, 14.0}, {45.1, 8.2, 8.3, 8.25}, {44.0, 3.9, 4.0, 3.95}, {87.8, 2.8, 2.85, 2.82}
        };
        assertEquals(
                1250.8233133651217, AreaBound.of(times, new long[] {20, 190, 190, 1140}, new int[] {9, 1, 1, 1}), 1e-6);
    }

    @Test
    void shouldBeABoundThatSomeDivisionReachesForRandomMachines() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 25; round++) {
            int kinds = 1 + random.nextInt(6);
            int taskKinds = 1 + random.nextInt(40);
            double[][] times = new double[taskKinds][kinds];
            long[] tasks = new long[taskKinds];
            int[] workers = new int[kinds];
            for (int kind = 0; kind < kinds; kind++) {
                workers[kind] = 1 + random.nextInt(20);
            }
            for (int task = 0; task < taskKinds; task++) {
                tasks[task] = 1 + random.nextInt(1000);
                for (int kind = 0; kind < kinds; kind++) {
                    boolean never = kind > 0 && random.nextInt(5) == 0;
                    times[task][kind] = never ? NEVER : 1e6 * Math.exp(random.nextGaussian());
                }
            }
            double found = AreaBound.of(times, tasks, workers);
            double whole = direct(times, tasks, workers, found);
            assertEquals(whole, found, 1e-7 * whole, "seed " + seed + ", round " + round);
        }
    }

    /** The whole programme at once, by its dual: a price per kind of worker and the worth of each task. */
    private static double direct(double[][] times, long[] tasks, int[] workers, double scale) {
        int kinds = workers.length;
        int variables = kinds + tasks.length;
        double[] objective = new double[variables];
        List<double[]> rows = new ArrayList<>();
        for (int task = 0; task < tasks.length; task++) {
            objective[kinds + task] = 1;
            for (int kind = 0; kind < kinds; kind++) {
                if (times[task][kind] < NEVER) {
                    double[] row = new double[variables];
                    row[kind] = -times[task][kind] * tasks[task] / workers[kind] / scale;
                    row[kinds + task] = 1;
                    rows.add(row);
                }
            }
        }
        double[] shares = new double[variables];
        Arrays.fill(shares, 0, kinds, 1);
        double[] limits = new double[rows.size() + 1];
        limits[rows.size()] = 1;
        rows.add(shares);
        return scale
                * LinearProgramme.maximise(objective, rows.toArray(double[][]::new), limits)
                        .orElseThrow()
                        .value();
    }

    @Test
    void shouldBeQuickWithThousandsOfKindsOfTasks() {
        Random random = new Random(7);
        double[][] times = new double[20_000][8];
        long[] tasks = new long[times.length];
        for (int task = 0; task < times.length; task++) {
            tasks[task] = 1;
            for (int kind = 0; kind < 8; kind++) {
                times[task][kind] = Math.exp(random.nextGaussian());
            }
        }
        double bound = AreaBound.of(times, tasks, new int[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertTrue(bound > 0 && bound < 20_000, "bound " + bound);
    }
}
