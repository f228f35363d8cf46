package org.asterism.policy.modular.internal.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;

/** That descriptions accept the filters that the framework accepts, although they are read without it. */
final class FilterSyntaxTest {
    private static final int TRIALS = 20_000;

    /** What the framework takes for the beginning of a name, and descriptions for a slip. */
    private static final Pattern OPERATOR_AS_NAME = Pattern.compile("\\(\\s*[&|!]\\s*[^(\\s]");

    private static final String[] PIECES = {
        "(", ")", "(", ")", "&", "|", "!", "a", "b", "=", "=", "~", "<", ">", "*", "\\", " ", "(a=b)", "(!(c<=1))", "\n"
    };

    @Test
    void shouldAcceptWhatTheFrameworkAccepts() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("FilterSyntaxTest: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        int accepted = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            StringBuilder filter = new StringBuilder("(");
            for (int more = 1 + random.nextInt(9); more > 0; more--) {
                filter.append(PIECES[random.nextInt(PIECES.length)]);
            }
            String text = filter.append(')').toString();
            boolean frameworkAccepts = frameworkAccepts(text);
            if (!OPERATOR_AS_NAME.matcher(text).find()) {
                assertEquals(frameworkAccepts, descriptionAccepts(text), () -> "seed " + seed + ": '" + text + "'");
            } else if (!frameworkAccepts) {
                assertFalse(descriptionAccepts(text), () -> "seed " + seed + ": '" + text + "'");
            }
            accepted += frameworkAccepts ? 1 : 0;
        }
        assertTrue(accepted > TRIALS / 1_000, "some were right: " + accepted);
    }

    private static boolean frameworkAccepts(String text) {
        try {
            FrameworkUtil.createFilter(text);
            return true;
        } catch (InvalidSyntaxException refused) {
            return false;
        }
    }

    private static boolean descriptionAccepts(String text) {
        try {
            FilterSyntax.check(text);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }
}
