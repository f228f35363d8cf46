package org.asterism.report.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearProgrammeTest {
    @Test
    void shouldSolveATextbookProblem() {
        LinearProgramme.Solution solution = LinearProgramme.maximise(
                        new double[] {3, 5}, new double[][] {{1, 0}, {0, 2}, {3, 2}}, new double[] {4, 12, 18})
                .orElseThrow();

        assertEquals(36, solution.value(), 1e-9);
        assertArrayEquals(new double[] {2, 6}, solution.variables(), 1e-9);
    }

    @Test
    void shouldEndOnAProblemWhichCyclesWithoutACarefulRule() {
        // Beale, "Cycling in the dual simplex algorithm", 1955.
        LinearProgramme.Solution solution = LinearProgramme.maximise(
                        new double[] {0.75, -150, 0.02, -6},
                        new double[][] {{0.25, -60, -0.04, 9}, {0.5, -90, -0.02, 3}, {0, 0, 1, 0}},
                        new double[] {0, 0, 1})
                .orElseThrow();

        assertEquals(0.05, solution.value(), 1e-9);
        assertArrayEquals(new double[] {0.04, 0, 1, 0}, solution.variables(), 1e-9);
    }

    @Test
    void shouldStayAtTheOriginWhenNothingImproves() {
        assertEquals(
                0,
                LinearProgramme.maximise(new double[] {-1, 0}, new double[][] {{1, 1}}, new double[] {5})
                        .orElseThrow()
                        .value());
    }

    @Test
    void shouldSayThatThereIsNoMaximum() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> LinearProgramme.maximise(new double[] {1, 1}, new double[][] {{1, -1}}, new double[] {1}))
                .getMessage();
        assertTrue(message.contains("no maximum"), message);
    }

    @Test
    void shouldSolveAProgrammeWhoseOriginIsNotAllowed() {
        // Maximise x + y where x + 2y <= 8, x >= 2, y >= 1, x <= 5.
        LinearProgramme.Solution solution = LinearProgramme.maximise(
                        new double[] {1, 1},
                        new double[][] {{1, 2}, {-1, 0}, {0, -1}, {1, 0}},
                        new double[] {8, -2, -1, 5})
                .orElseThrow();

        assertEquals(6.5, solution.value(), 1e-9);
        assertArrayEquals(new double[] {5, 1.5}, solution.variables(), 1e-9);
    }

    @Test
    void shouldSayThatNothingMeetsAllConstraints() {
        assertEquals(
                Optional.empty(),
                LinearProgramme.maximise(new double[] {1}, new double[][] {{1}, {-1}}, new double[] {1, -2}));
        assertEquals(
                Optional.empty(), LinearProgramme.maximise(new double[] {1}, new double[][] {{1}}, new double[] {-1}));
    }

    @Test
    void shouldMeetConstraintsThatLeaveASinglePlace() {
        // x + y >= 3 and x + y <= 3, x >= 1, y >= 2.
        LinearProgramme.Solution solution = LinearProgramme.maximise(
                        new double[] {1, 0},
                        new double[][] {{-1, -1}, {1, 1}, {-1, 0}, {0, -1}},
                        new double[] {-3, 3, -1, -2})
                .orElseThrow();

        assertArrayEquals(new double[] {1, 2}, solution.variables(), 1e-8);
    }

    @Test
    void shouldFindWhatTryingAllCornersFinds() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            double[] objective = {random.nextInt(-5, 6), random.nextInt(-5, 6)};
            double[][] constraints = new double[2 + random.nextInt(5)][];
            double[] limits = new double[constraints.length];
            for (int row = 0; row < limits.length; row++) {
                constraints[row] = new double[] {random.nextInt(-4, 5), random.nextInt(-4, 5)};
                limits[row] = random.nextInt(-6, 7);
            }
            constraints[0] = new double[] {1, 1}; // so that there is a maximum
            limits[0] = 10;
            double best = bestCorner(objective, constraints, limits);
            double found = LinearProgramme.maximise(objective, constraints, limits)
                    .map(LinearProgramme.Solution::value)
                    .orElse(Double.NEGATIVE_INFINITY);
            assertEquals(best, found, 1e-6, "repeat with -Dasterism.seed=" + seed + ", round " + round);
        }
    }

    /** The best allowed intersection of two borders; minus infinity if nothing is allowed. */
    private static double bestCorner(double[] objective, double[][] constraints, double[] limits) {
        int rows = limits.length;
        double[][] borders = Arrays.copyOf(constraints, rows + 2);
        double[] at = Arrays.copyOf(limits, rows + 2);
        borders[rows] = new double[] {-1, 0};
        borders[rows + 1] = new double[] {0, -1};
        double best = Double.NEGATIVE_INFINITY;
        for (int one = 0; one < borders.length; one++) {
            for (int other = 0; other < one; other++) {
                double[] a = borders[one];
                double[] b = borders[other];
                double determinant = a[0] * b[1] - a[1] * b[0];
                if (determinant != 0) {
                    double x = (at[one] * b[1] - a[1] * at[other]) / determinant;
                    double y = (a[0] * at[other] - at[one] * b[0]) / determinant;
                    boolean allowed = true;
                    for (int row = 0; row < borders.length; row++) {
                        allowed &= borders[row][0] * x + borders[row][1] * y <= at[row] + 1e-9;
                    }
                    best = allowed ? Math.max(best, objective[0] * x + objective[1] * y) : best;
                }
            }
        }
        return best;
    }
}
