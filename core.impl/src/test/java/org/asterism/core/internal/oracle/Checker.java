package org.asterism.core.internal.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.Access;

/**
 * Runs the steps that ended well one after the other, and says what cannot have been so: a task that ended well on data
 * that nobody wrote, one that did not for no reason, one that ran though it was called off, data of another value.
 */
final class Checker {
    private final Graph graph;
    private final long[][] values;
    private final boolean[][] corrupt;

    /** Whether a task that did not end well should have written to a root so far, and at any time. */
    private final boolean[] spoiltSoFar;

    private final boolean[] spoilt;

    Checker(Graph graph) {
        this.graph = graph;
        int count = graph.roots.size();
        values = new long[count][];
        corrupt = new boolean[count][];
        spoiltSoFar = new boolean[count];
        spoilt = new boolean[count];
        for (Piece.Root root : graph.roots) {
            values[root.number()] = new long[root.length()];
            corrupt[root.number()] = new boolean[root.length()];
        }
    }

    /** Replays all steps. */
    void replay() {
        for (Step step : graph.steps) {
            if (!step.isDone() && !step.leavesDataOfARound()) {
                for (Step.Use use : step.uses) {
                    spoilt[use.piece().root().number()] |= use.mode().writes();
                }
            }
        }
        for (Step step : graph.steps) {
            checkCount(step);
            if (step.isDone()) {
                checkMayBeDone(step);
                apply(step, step.rounds);
            } else {
                checkReason(step);
                if (step.leavesDataOfARound()) {
                    apply(step, step.returned.get());
                } else {
                    spoil(step);
                }
            }
        }
    }

    private void checkCount(Step step) {
        if (step.byProgram) {
            return;
        }
        assertEquals(1, step.ended.get(), () -> "ends that the program was told of: " + step);
        if (step.isDone()) {
            assertEquals(step.rounds, step.returned.get(), () -> "kernels that returned: " + step);
            assertEquals(step.rounds + step.failing, step.begun.get(), () -> "kernels that began: " + step);
            assertTrue(!step.mustFail() && !step.calledOff, () -> "cannot have ended well: " + step);
            return;
        }
        assertTrue(step.begun.get() < step.rounds + step.failing + 1, () -> "ran too often: " + step);
        if (step.calledOff) {
            assertTrue(step.rounds > 1 || step.returned.get() == 0, () -> "ran though it was called off: " + step);
        }
        if (step.outcome == Step.Outcome.CANCELLED && step.rounds == 1 && step.attempts == 1) {
            assertEquals(0, step.begun.get(), () -> "ran though it was called off: " + step);
        }
    }

    private void checkMayBeDone(Step step) {
        for (int[] before : List.of(step.after, step.afterTags, step.endsAfter)) {
            for (int earlier : before) {
                assertTrue(graph.steps.get(earlier).isDone(), () -> step + " needs " + graph.steps.get(earlier));
            }
        }
        for (Step.Use use : step.uses) {
            if (use.looksAt()) {
                Piece piece = use.piece();
                for (int element = piece.from(); element < piece.to(); element++) {
                    assertTrue(!corrupt[piece.root().number()][element], () -> "read what nobody wrote: " + step);
                }
            }
        }
    }

    private void checkReason(Step step) {
        if (step.calledOff
                || step.mustFail() && step.begun.get() > 0
                || step.inPassingContext && step.leavesDataOfARound()) {
            return;
        }
        for (int[] before : List.of(step.after, step.afterTags, step.endsAfter)) {
            for (int earlier : before) {
                if (!graph.steps.get(earlier).isDone()) {
                    return;
                }
            }
        }
        for (Step.Use use : step.uses) {
            int number = use.piece().root().number();
            if (use.mode().reads()
                    && (use.adds() || use.piece().root().summed() ? spoilt[number] : spoiltSoFar[number])) {
                return;
            }
        }
        throw new AssertionError("did not end well for no reason: " + step);
    }

    private void apply(Step step, int times) {
        long read = 0;
        for (Step.Use use : step.uses) {
            if (use.looksAt()) {
                for (int element = use.piece().from(); element < use.piece().to(); element++) {
                    read = step.mix(read + values[use.piece().root().number()][element]);
                }
            }
        }
        for (int index = 0; index < step.uses.length; index++) {
            Step.Use use = step.uses[index];
            if (!use.mode().writes()) {
                continue;
            }
            int number = use.piece().root().number();
            for (int element = use.piece().from(); element < use.piece().to(); element++) {
                long written =
                        step.mix(read + index + 31L * (element - use.piece().from()));
                values[number][element] = use.adds() ? values[number][element] + times * written : written;
                if (use.mode() == Access.W) {
                    corrupt[number][element] = false;
                }
            }
        }
    }

    private void spoil(Step step) {
        for (Step.Use use : step.uses) {
            if (use.mode().writes()) {
                int number = use.piece().root().number();
                spoiltSoFar[number] = true;
                for (int element = use.piece().from(); element < use.piece().to(); element++) {
                    corrupt[number][element] = true;
                }
            }
        }
    }

    /** Whether the root must be marked as not written. */
    boolean mustBeCorrupt(Piece.Root root) {
        for (boolean element : corrupt[root.number()]) {
            if (element) {
                return !root.summed();
            }
        }
        return false;
    }

    /** Whether the root may be marked as not written. */
    boolean mayBeCorrupt(Piece.Root root) {
        return spoilt[root.number()];
    }

    long[] expected(Piece.Root root) {
        return values[root.number()];
    }
}
