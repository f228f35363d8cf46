package org.asterism.report.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LinearProgrammeTest {
    @Test
    void shouldSolveATextbookProblem() {
        LinearProgramme.Solution solution = LinearProgramme.maximise(
                new double[] {3, 5}, new double[][] {{1, 0}, {0, 2}, {3, 2}}, new double[] {4, 12, 18});

        assertEquals(36, solution.value(), 1e-9);
        assertArrayEquals(new double[] {2, 6}, solution.variables(), 1e-9);
    }

    @Test
    void shouldEndOnAProblemWhichCyclesWithoutACarefulRule() {
        // Beale, "Cycling in the dual simplex algorithm", 1955.
        LinearProgramme.Solution solution = LinearProgramme.maximise(
                new double[] {0.75, -150, 0.02, -6},
                new double[][] {{0.25, -60, -0.04, 9}, {0.5, -90, -0.02, 3}, {0, 0, 1, 0}},
                new double[] {0, 0, 1});

        assertEquals(0.05, solution.value(), 1e-9);
        assertArrayEquals(new double[] {0.04, 0, 1, 0}, solution.variables(), 1e-9);
    }

    @Test
    void shouldStayAtTheOriginWhenNothingImproves() {
        assertEquals(
                0,
                LinearProgramme.maximise(new double[] {-1, 0}, new double[][] {{1, 1}}, new double[] {5})
                        .value());
    }

    @Test
    void shouldSayThatThereIsNoMaximum() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> LinearProgramme.maximise(new double[] {1, 1}, new double[][] {{1, -1}}, new double[] {1}))
                .getMessage();
        assertTrue(message.contains("no maximum"), message);
        assertThrows(
                IllegalArgumentException.class,
                () -> LinearProgramme.maximise(new double[] {1}, new double[][] {{1}}, new double[] {-1}));
    }
}
