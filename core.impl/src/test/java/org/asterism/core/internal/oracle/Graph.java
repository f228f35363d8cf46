package org.asterism.core.internal.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.asterism.api.Access;

/**
 * A random graph: data and the tasks on them. Names only what came before, so it can always be run. Nobody names a task
 * that repeats, whose next round may be behind whoever does, and nobody keeps a turn on data while it waits for others.
 */
public final class Graph {
    final List<Piece.Root> roots = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();
    private final Random random;
    private final Traits traits;

    /** Makes one of at most so many tasks. */
    public Graph(Random random, Traits traits, int most) {
        this.random = random;
        this.traits = traits;
        int data = 1 + random.nextInt(8);
        for (int number = 0; number < data; number++) {
            roots.add(root(number));
        }
        int count = 1 + random.nextInt(most);
        for (int number = 0; number < count; number++) {
            steps.add(step(number));
        }
    }

    private Piece.Root root(int number) {
        int length = 1 + random.nextInt(12);
        boolean arbitrated = traits.has(Traits.Trait.UNORDERED) && random.nextInt(3) == 0;
        boolean summed = arbitrated || random.nextInt(4) == 0;
        int plans = traits.has(Traits.Trait.PLANS) && !arbitrated ? random.nextInt(3) : 0;
        int[] parts = random.ints(plans, 1, Math.min(4, length) + 1).toArray();
        boolean temporary = traits.has(Traits.Trait.TEMPORARIES) && random.nextInt(4) == 0;
        return new Piece.Root(number, length, summed, temporary, arbitrated, parts);
    }

    private Step step(int number) {
        boolean repeats = traits.has(Traits.Trait.ROUNDS) && random.nextInt(12) == 0;
        Step step = new Step(number, uses(repeats));
        step.rounds = repeats ? 2 + random.nextInt(4) : 1;
        step.priority = random.nextInt(11) - 5;
        if (traits.has(Traits.Trait.ACQUISITIONS) && step.uses.length == 1 && !repeats && random.nextInt(20) == 0) {
            Access mode = step.uses[0].mode();
            if (mode == Access.R || mode == Access.RW || mode == Access.W) {
                step.byProgram = true;
                return step;
            }
        }
        if (number > 0 && random.nextInt(4) == 0) {
            step.after = random.ints(1 + random.nextInt(3), 0, number)
                    .filter(earlier -> mayBeNamed(steps.get(earlier)))
                    .toArray();
        }
        if (number > 0 && traits.has(Traits.Trait.ENDS_AFTER) && random.nextInt(15) == 0 && !step.takesTurns()) {
            step.endsAfter = random.ints(2, 0, number)
                    .filter(earlier -> mayBeNamed(steps.get(earlier)))
                    .toArray();
        }
        if (traits.has(Traits.Trait.TAGS)) {
            step.tagged = !repeats && random.nextInt(4) == 0;
            if (number > 0 && random.nextInt(5) == 0) {
                step.afterTags = random.ints(3, 0, number)
                        .filter(earlier -> steps.get(earlier).tagged)
                        .distinct()
                        .toArray();
            }
        }
        step.unordered = step.uses.length > 0
                && java.util.Arrays.stream(step.uses)
                        .allMatch(use -> use.piece().root().arbitrated())
                && random.nextBoolean();
        if (traits.has(Traits.Trait.RETRIES) && random.nextInt(8) == 0) {
            step.failing = 1 + random.nextInt(2);
            step.attempts = 3;
        }
        if (traits.has(Traits.Trait.FAILURES) && random.nextInt(40) == 0) {
            step.failing = 3;
            step.attempts = 1 + random.nextInt(3);
        }
        return step;
    }

    private static boolean mayBeNamed(Step earlier) {
        return !earlier.byProgram && earlier.rounds == 1;
    }

    private Step.Use[] uses(boolean onSums) {
        List<Piece.Root> possible = roots.stream()
                .filter(root -> !onSums || root.summed())
                .collect(java.util.stream.Collectors.toCollection(ArrayList::new));
        java.util.Collections.shuffle(possible, random);
        List<Step.Use> uses = new ArrayList<>();
        int count = random.nextInt(Math.min(3, possible.size()) + 1);
        for (Piece.Root root : possible.subList(0, count)) {
            Piece piece = piece(root);
            uses.add(new Step.Use(piece, mode(root)));
            if (!piece.isWhole() && root.parts()[piece.plan()] > 1 && random.nextInt(4) == 0) {
                int sibling = (piece.child() + 1) % root.parts()[piece.plan()];
                uses.add(new Step.Use(root.child(piece.plan(), sibling), mode(root)));
            }
        }
        return uses.toArray(Step.Use[]::new);
    }

    private Piece piece(Piece.Root root) {
        int plan = random.nextInt(root.parts().length + 1) - 1;
        return plan < 0 ? root.whole() : root.child(plan, random.nextInt(root.parts()[plan]));
    }

    private Access mode(Piece.Root root) {
        Access[] sums = {Access.RW, Access.COMMUTE, Access.REDUX, Access.R, Access.SCRATCH};
        Access[] modes = root.summed() ? sums : Access.values();
        Access mode = modes[random.nextInt(modes.length)];
        // Contributions have a place in the order of their own; see DataHandle.arbitrated.
        boolean apart = mode == Access.REDUX && (root.arbitrated() || !traits.has(Traits.Trait.REDUCTIONS));
        return apart ? Access.RW : mode;
    }
}
