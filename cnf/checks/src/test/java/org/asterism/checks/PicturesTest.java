package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Finds drawings of the documentation that dark pages or other fonts spoil. */
class PicturesTest {
    private static final Pattern BARE_TEXT = Pattern.compile("<text(?![^>]*textLength)[^>]*>[^<]*");

    private static List<Path> drawings() throws IOException {
        List<Path> drawings = Repository.files(
                path -> path.startsWith("docs") && path.toString().endsWith(".svg"));
        assertTrue(!drawings.isEmpty(), "no drawing in docs");
        return drawings;
    }

    @Test
    void shouldSuitDarkPages() throws IOException {
        List<Path> lightOnly = new ArrayList<>();
        for (Path drawing : drawings()) {
            String text = Files.readString(Repository.root().resolve(drawing));
            if (!text.contains("(prefers-color-scheme:dark)")) {
                lightOnly.add(drawing);
            }
        }
        assertEquals(List.of(), lightOnly, "drawings without colours for dark pages");
    }

    @Test
    void shouldFixTheWidthOfEachTextSoThatAnyFontFits() throws IOException {
        List<String> bare = new ArrayList<>();
        for (Path drawing : drawings()) {
            String text = Files.readString(Repository.root().resolve(drawing));
            BARE_TEXT.matcher(text).results().forEach(found -> bare.add(drawing + ": " + found.group()));
        }
        assertEquals("", String.join("\n", bare), "texts without textLength");
    }
}
