package org.asterism.policy.modular.internal.language;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.TreeDescriptionException;
import org.junit.jupiter.api.Test;

/**
 * That what was written reads back as the same, whatever it is. The seed is repeated with {@code -Dasterism.seed=N}.
 */
final class RandomDescriptionsTest {
    private static final int TRIALS = 1_000;
    private static final String CHARACTERS = "abcz09-_.+% \"\\\n\r\t/(),:=#@[]é→\u00A0\uD83D\uDE00";
    private static final List<String> FILTERS = List.of(
            "",
            "",
            "(arch=cuda)",
            "(&(arch=cpu)(!(numa.node=0)))",
            "(a=x\\)\\(y -- z)",
            "( | (a~=1) (b>=2)\n(c<=*d*) )");

    private final long seed = Long.getLong("asterism.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private int named;
    private int parts;

    @Test
    void shouldReadWhatWasWritten() {
        System.out.println("RandomDescriptionsTest: repeat with -Dasterism.seed=" + seed);
        int longest = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            TreeDescription description = description();
            String text = written(description);
            TreeDescription read;
            try {
                read = parse(text);
            } catch (TreeDescriptionException refused) {
                throw new AssertionError("seed " + seed + ", cannot be read:\n" + text, refused);
            }
            assertEquals(description, read, "seed " + seed);
            assertEquals(text, written(read), "seed " + seed);
            longest = Math.max(longest, (int) text.lines().count());
        }
        assertTrue(longest > 10, "there were large ones");
    }

    @Test
    void shouldNameAPlaceWithinTheTextWhateverIsTyped() {
        System.out.println("RandomDescriptionsTest: repeat with -Dasterism.seed=" + seed);
        int refusals = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            StringBuilder text = new StringBuilder(written(description()));
            for (int slips = 1 + random.nextInt(3); slips > 0 && !text.isEmpty(); slips--) {
                slip(text);
            }
            try {
                TreeDescription read = parse(text.toString());
                assertEquals(read, parse(written(read)), "seed " + seed);
            } catch (TreeDescriptionException refused) {
                refusals++;
                String[] lines = text.toString().split("\n", -1);
                assertTrue(refused.line() >= 1 && refused.line() <= lines.length, () -> "seed " + seed + "\n" + text);
                int width = lines[refused.line() - 1].length();
                assertTrue(
                        refused.column() >= 1 && refused.column() <= width + 1,
                        () -> "seed " + seed + "\n" + text + refused);
            }
        }
        assertTrue(refusals > TRIALS / 4, "there were wrong ones");
    }

    private void slip(StringBuilder text) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.insert(at, CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            default -> text.setLength(at);
        }
    }

    private TreeDescription description() {
        named = 0;
        parts = random.nextInt(4);
        SequencedMap<String, Chain> defined = new LinkedHashMap<>();
        Chain root = chain(0, 0);
        for (int part = 0; part < parts; part++) {
            defined.put("part" + part, chain(0, part + 1));
        }
        return new TreeDescription(root, defined);
    }

    /** A chain that refers to no part before the one given, so that there is no circle. */
    private Chain chain(int depth, int firstPart) {
        List<Step> steps = new ArrayList<>();
        for (int more = random.nextInt(4); more > 0; more--) {
            steps.add(inner());
        }
        int last = random.nextInt(4);
        if (last == 0 && firstPart < parts) {
            steps.add(new Step.Reference("part" + (firstPart + random.nextInt(parts - firstPart))));
        } else if (last == 1 && depth < 3) {
            steps.add(component(depth, firstPart, 1 + random.nextInt(3)));
        } else {
            steps.add(inner());
        }
        return new Chain(steps);
    }

    private Step inner() {
        return switch (random.nextInt(5)) {
            case 0 ->
                new Step.Each(
                        Level.values()[random.nextInt(Level.values().length)],
                        FILTERS.get(random.nextInt(FILTERS.size())));
            case 1 -> new Step.Composed(name(), List.of(component(0, 0, 0), component(0, 0, 0)));
            default -> component(0, 0, 0);
        };
    }

    private Step.Component component(int depth, int firstPart, int branches) {
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        for (int more = random.nextInt(4); more > 0; more--) {
            parameters.put(word("p", 3), random.nextBoolean() ? Step.SET : value());
        }
        SequencedMap<String, Chain> below = new LinkedHashMap<>();
        for (int more = branches; more > 0; more--) {
            below.put(word("b", 3), chain(depth + 1, firstPart));
        }
        return new Step.Component(word("kind", 12), name(), parameters, below);
    }

    private String name() {
        return random.nextInt(3) == 0 ? named++ + word("n", 4) : "";
    }

    private String word(String start, int most) {
        String end = "az9-_.é";
        StringBuilder word = new StringBuilder(start);
        for (int more = random.nextInt(most); more > 0; more--) {
            word.append(end.charAt(random.nextInt(end.length())));
        }
        return word.toString().replaceAll("-+", "-");
    }

    private String value() {
        StringBuilder value = new StringBuilder();
        for (int more = random.nextInt(8); more > 0; more--) {
            int[] points = CHARACTERS.codePoints().toArray();
            value.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return value.toString();
    }
}
