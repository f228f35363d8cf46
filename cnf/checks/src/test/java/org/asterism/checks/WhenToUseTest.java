package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Finds factories of policies whose Javadoc does not tell users when to choose the policy. */
class WhenToUseTest {
    private static final String ANNOTATION = "\n@ProvidesPolicy(";
    private static final Pattern CLASS = Pattern.compile("\n(public )?(final )?class ");
    private static final Pattern PARAGRAPH = Pattern.compile("<p><b>When to use:</b>\\s*\\w+");
    private static final int AT_LEAST = 20;

    @Test
    void shouldSayOfEveryPolicyWhenToUseIt() throws IOException {
        List<String> factories = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (Path file : Repository.files(path -> path.toString().matches(".*src/main/.*Factory\\.java"))) {
            String header = CLASS.split(Files.readString(Repository.root().resolve(file)), 2)[0];
            if (header.contains(ANNOTATION)) {
                factories.add(file.toString());
                if (!saysWhenToUse(header)) {
                    silent.add(file.toString());
                }
            }
        }
        assertTrue(factories.size() >= AT_LEAST, "factories with @ProvidesPolicy that were found: " + factories);
        assertEquals(
                List.of(),
                silent,
                "factories of policies whose Javadoc lacks the paragraph '<p><b>When to use:</b> ...': say for which"
                        + " tasks and machines the policy is the right one, and which one to use otherwise");
    }

    @Test
    void shouldMissTheParagraphInAnyOtherComment() {
        String comment = "/**\n * Factory.\n *\n * <p><b>When to use:</b> tasks\n */";
        assertTrue(saysWhenToUse(comment + ANNOTATION));
        assertFalse(saysWhenToUse("/** Factory. When to use: always. */" + ANNOTATION));
        assertFalse(saysWhenToUse(comment + "\n/** Factory. */" + ANNOTATION));
        assertFalse(saysWhenToUse(ANNOTATION));
    }

    /** Whether the last comment of a class's header has the paragraph. */
    private static boolean saysWhenToUse(String header) {
        int comment = header.lastIndexOf("/**");
        return comment >= 0 && PARAGRAPH.matcher(header.substring(comment)).find();
    }
}
