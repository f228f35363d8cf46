package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureListTest {
    private static final FeatureList EARLIER = FeatureList.of(
            List.of("policy dm", "policy dm prefetch (true)", "command use --tree FILE", "command tree --all"));

    @Test
    void shouldSortItsLines() {
        assertEquals(
                "command tree --all\ncommand use --tree FILE\npolicy dm\npolicy dm prefetch (true)\n", EARLIER.text());
    }

    @Test
    void shouldFindNothingIfNothingChanged() {
        FeatureList.Differences differences =
                FeatureList.of(EARLIER.text().lines().toList()).since(EARLIER);
        assertEquals(List.of(), differences.lines());
        assertFalse(differences.removes());
    }

    @Test
    void shouldNameWhatWasRemovedAddedAndChanged() {
        FeatureList now = FeatureList.of(
                List.of("policy dm", "policy dm prefetch (false)", "policy ws", "command use --tree FILE"));
        FeatureList.Differences differences = now.since(EARLIER);
        assertEquals(
                List.of(
                        "removed: command tree --all",
                        "changed: policy dm prefetch (true) -> (false)",
                        "added:   policy ws"),
                differences.lines());
        assertTrue(differences.removes());
    }

    @Test
    void shouldCallNothingRemovedIfSomethingWasOnlyChanged() {
        FeatureList now = FeatureList.of(
                List.of("policy dm", "policy dm prefetch (true)", "command use --tree NAME", "command tree --all"));
        assertFalse(now.since(EARLIER).removes());
    }

    @Test
    void shouldReadTheAnswersOfCommands() {
        assertEquals(
                List.of(Map.of("name", "a \"b\" \u00b5\n", "list", List.of("1", List.of()), "none", "null")),
                Json.read("[{\"name\":\"a \\\"b\\\" \\u00b5\\n\", \"list\":[1,[]],\"none\":null}]\n"));
    }

    @Test
    void shouldRefuseAnAnswerThatIsNoJson() {
        for (String broken : List.of("", "[1", "{\"a\" 1}", "asterism: no")) {
            assertThrows(ComparisonException.class, () -> Json.read(broken + " ?"), broken);
        }
    }
}
