package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Follows the links of the pages that the profile "release" has made of the documents. */
@EnabledIfSystemProperty(named = "asterism.release", matches = ".+", disabledReason = "built without -Prelease")
final class SiteLinksIT {
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#?]+)[^\"]*\"");

    private final Path site = Path.of(System.getProperty("asterism.release"), "site");

    @Test
    void shouldFindTheTargetOfEveryLink() throws IOException {
        List<Path> pages = pages();
        assertFalse(pages.isEmpty(), () -> "there are no pages in " + site);
        List<String> complaints = new ArrayList<>();
        for (Path page : pages) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                URI target = URI.create(link.group(1));
                if (target.getScheme() == null && !Files.isRegularFile(page.resolveSibling(target.getPath()))) {
                    complaints.add(site.relativize(page) + " links to " + target + ", which is not there");
                }
            }
        }
        assertTrue(complaints.isEmpty(), () -> String.join("\n", complaints));
    }

    /** Javadoc has checked the links between its own pages. */
    private List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html")
                            && !site.relativize(file).startsWith("apidocs"))
                    .toList();
        }
    }
}
