package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Finds code that the main files of two modules have in common. */
class DuplicatesTest {
    private static final int MOST_LINES = 20;
    private static final Path MAIN = Path.of("src/main/java");

    private static List<Duplicate> among(Duplicate.Source... sources) {
        return Duplicate.of(List.of(sources), MOST_LINES + 1);
    }

    private static Duplicate.Source source(String module, List<String> lines) {
        return new Duplicate.Source(Path.of(module), Path.of(module, "Some.java"), CodeLine.of(lines));
    }

    private static List<String> lines(int count) {
        return IntStream.range(0, count).mapToObj(line -> "work(" + line + ");").toList();
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** The folder of the module, or null if the file is no main file. */
    private static Path module(Path file) {
        return IntStream.range(1, file.getNameCount() - MAIN.getNameCount())
                .filter(end -> file.subpath(end, file.getNameCount()).startsWith(MAIN))
                .mapToObj(end -> file.subpath(0, end))
                .findFirst()
                .orElse(null);
    }

    @Test
    void shouldKeepModulesFromRepeatingEachOther() throws IOException {
        List<Duplicate.Source> sources = new ArrayList<>();
        for (Path file : Repository.files(file -> file.toString().endsWith(".java") && module(file) != null)) {
            List<String> lines = Files.readAllLines(Repository.root().resolve(file));
            sources.add(new Duplicate.Source(module(file), file, CodeLine.of(lines)));
        }
        List<String> found = Duplicate.of(sources, MOST_LINES + 1).stream()
                .map(Duplicate::toString)
                .toList();
        assertEquals(
                "",
                String.join("\n", found),
                "more than " + MOST_LINES + " equal lines in two modules: move the code to a kit, to core.api or to "
                        + "another module that both use");
    }

    @Test
    void shouldNameBothPlacesAndTheLengthOfADuplicate() {
        Duplicate.Source first = source("one", joined(List.of("package one;", "", "before();"), lines(25)));
        Duplicate.Source second = source("two", joined(lines(25), List.of("after();")));
        assertEquals(
                "[" + Path.of("one", "Some.java") + ":4 and " + Path.of("two", "Some.java")
                        + ":1 share 25 lines of code in a row]",
                among(first, second).toString());
    }

    @Test
    void shouldFindDuplicatesInSpiteOfOtherSpacesCommentsImportsAndBrackets() {
        List<String> spread = new ArrayList<>();
        for (String line : lines(MOST_LINES + 1)) {
            Collections.addAll(spread, "", "/* in a", " * block */", "// why", "import some.Class;", "}", "  " + line);
        }
        assertEquals(
                1,
                among(source("one", lines(MOST_LINES + 1)), source("two", spread))
                        .size());
    }

    @Test
    void shouldAllowShortDuplicatesAndThoseWithinAModule() {
        assertEquals(List.of(), among(source("one", lines(MOST_LINES)), source("two", lines(MOST_LINES))));
        assertEquals(List.of(), among(source("one", lines(90)), source("one", lines(90))));
    }

    @Test
    void shouldReportADuplicateOnceForEachFurtherModule() {
        List<String> lines = lines(MOST_LINES + 1);
        assertEquals(
                2,
                among(source("one", lines), source("two", lines), source("three", lines))
                        .size());
    }
}
