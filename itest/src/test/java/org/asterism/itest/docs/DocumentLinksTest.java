package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Follows the links between the repository's documents, here and on the pages that are made of them. */
final class DocumentLinksTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern INCLUDE = Pattern.compile("<include>([^<]+)</include>");

    private interface Check {
        boolean accepts(Path document, String target) throws IOException;
    }

    @Test
    void shouldFindTheTargetOfEveryLinkBetweenDocuments() throws IOException {
        requireOfAllLinks(DocumentLinksTest::exists, "which is not there");
    }

    @Test
    void shouldFindTheTargetOfEveryLinkOnThePagesOfARelease() throws IOException {
        Predicate<Path> isInSite = filesOfSite();
        requireOfAllLinks(
                (document, target) -> isInSite.test(Documents.root().relativize(file(document, target))),
                "which is no file that cnf/site/pom.xml includes");
    }

    private static void requireOfAllLinks(Check check, String complaint) throws IOException {
        List<String> complaints = new ArrayList<>();
        for (Path document : documents()) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                if (!link.group(1).contains("://") && !check.accepts(document, link.group(1))) {
                    complaints.add(
                            Documents.root().relativize(document) + " links to " + link.group(1) + ", " + complaint);
                }
            }
        }
        assertTrue(complaints.isEmpty(), () -> String.join("\n", complaints));
    }

    /** What the site is made of; its patterns mean the same as globs, but for folders that may be missing. */
    private static Predicate<Path> filesOfSite() throws IOException {
        List<PathMatcher> included = INCLUDE.matcher(
                        Files.readString(Documents.root().resolve("cnf/site/pom.xml")))
                .results()
                .map(include -> "glob:" + include.group(1).replace("**/", "{**/,}"))
                .map(FileSystems.getDefault()::getPathMatcher)
                .toList();
        return path -> included.stream().anyMatch(pattern -> pattern.matches(path));
    }

    private static Path file(Path document, String target) {
        int hash = target.indexOf('#');
        String file = hash < 0 ? target : target.substring(0, hash);
        return file.isEmpty() ? document : document.resolveSibling(file).normalize();
    }

    private static boolean exists(Path document, String target) throws IOException {
        Path path = file(document, target);
        int hash = target.indexOf('#');
        if (hash < 0 || !Files.isRegularFile(path)) {
            return Files.exists(path);
        }
        String anchor = target.substring(hash + 1);
        try (Stream<String> lines = Files.lines(path)) {
            return lines.filter(line -> line.startsWith("#"))
                    .map(DocumentLinksTest::anchor)
                    .anyMatch(anchor::equals);
        }
    }

    /** How the usual viewers of Markdown make an anchor of a heading. */
    private static String anchor(String heading) {
        return heading.replaceFirst("#+ +", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{Alnum} _-]", "")
                .replace(' ', '-');
    }

    /** The documents at the top, those in {@code docs} and its folders, and the README of each module and example. */
    private static List<Path> documents() throws IOException {
        Path root = Documents.root();
        List<Path> documents = new ArrayList<>();
        for (Path folder : folders(root)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
            }
        }
        return documents;
    }

    private static List<Path> folders(Path root) throws IOException {
        List<Path> folders = new ArrayList<>(List.of(root));
        for (Path parent : List.of(root, root.resolve("docs"), root.resolve("examples"), root.resolve("bench"))) {
            if (Files.isDirectory(parent)) {
                try (Stream<Path> children = Files.list(parent)) {
                    children.filter(Files::isDirectory)
                            .filter(folder -> !folder.getFileName().toString().startsWith("."))
                            .forEach(folders::add);
                }
            }
        }
        return folders;
    }
}
