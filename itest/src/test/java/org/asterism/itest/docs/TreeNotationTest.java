package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.TreeDescriptionException;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.policy.modular.internal.language.DescriptionWriter;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/tree-notation.md} true: its trees can be read, and its mistakes are told as it says. */
final class TreeNotationTest {
    private static final String DOCUMENT = "docs/tree-notation.md";
    private static final Pattern MISTAKE = Pattern.compile("\\| `(.+)` \\| (line .+) \\|");

    @Test
    void shouldReadTheTreesOfThePage() throws IOException {
        List<String> trees = new ArrayList<>();
        StringBuilder tree = null;
        for (String line : Documents.lines(DOCUMENT)) {
            if (line.equals("```tree")) {
                tree = new StringBuilder();
            } else if (line.startsWith("```") && tree != null) {
                trees.add(tree.toString());
                tree = null;
            } else if (tree != null) {
                tree.append(line).append('\n');
            }
        }
        assertTrue(trees.size() >= 5, "there are some: " + trees.size());
        for (String text : trees) {
            TreeDescription description = DescriptionReader.read(text).description();
            assertEquals(
                    description,
                    DescriptionReader.read(DescriptionWriter.written(description))
                            .description(),
                    text);
        }
    }

    @Test
    void shouldReadTheTreeThatTheComponentTemplateBrings() throws IOException {
        DescriptionReader.read(String.join("\n", Documents.lines("examples/component-template/in-turns.tree")));
    }

    @Test
    void shouldTellMistakesAsThePageSays() throws IOException {
        int mistakes = 0;
        for (String line : Documents.lines(DOCUMENT)) {
            Matcher matcher = MISTAKE.matcher(line);
            if (matcher.matches()) {
                TreeDescriptionException refused = assertThrows(
                        TreeDescriptionException.class, () -> DescriptionReader.read(matcher.group(1)), line);
                assertEquals(matcher.group(2), refused.getMessage());
                mistakes++;
            }
        }
        assertTrue(mistakes >= 10, "there are some: " + mistakes);
    }
}
