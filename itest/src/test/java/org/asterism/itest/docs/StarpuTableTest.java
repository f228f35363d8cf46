package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.asterism.itest.docs.StarpuTable.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/from-starpu.md} true: what it names exists, and no name of StarPU's pages is missing. The names stand in
 * {@code starpu-names.txt}, one list per page, in the order in which the page names them first.
 */
final class StarpuTableTest {
    private static final String DOCUMENT = "docs/from-starpu.md";
    private static final Pattern JAVA_SYMBOL = Pattern.compile("(org\\.asterism|java)\\.\\S+");
    private static final Pattern OTHER_COUNTERPART =
            Pattern.compile("asterism:[a-z-]+|--[a-z-]+|[a-z-]+|policy[.]modular|[a-z.]+(/[a-z.-]+)+");

    private static final Pattern COMPONENT = Pattern.compile("component `([a-z-]+)`");

    private static StarpuTable table;

    @BeforeAll
    static void readTable() throws IOException {
        table = new StarpuTable(Documents.lines(DOCUMENT));
    }

    @Test
    void shouldFindEveryJavaSymbolThatTheTableNames() {
        List<String> complaints = new ArrayList<>();
        table.rows()
                .forEach(row -> row.counterparts().stream()
                        .filter(counterpart -> JAVA_SYMBOL.matcher(counterpart).matches())
                        .forEach(symbol -> JavaSymbols.complaint(symbol)
                                .ifPresent(complaint -> complaints.add(row + ": " + complaint))));
        assertNoComplaints(complaints);
    }

    @Test
    void shouldFindEveryFolderThatTheTableNames() {
        List<String> complaints = new ArrayList<>();
        table.rows()
                .forEach(row -> row.counterparts().stream()
                        .filter(counterpart -> counterpart.contains("/"))
                        .filter(folder -> !Files.isDirectory(Documents.root().resolve(folder)))
                        .forEach(folder -> complaints.add(row + ": there is no folder " + folder)));
        assertNoComplaints(complaints);
    }

    @Test
    void shouldFindEveryComponentThatTheTableNames() {
        List<String> complaints = new ArrayList<>();
        table.rows()
                .forEach(row -> COMPONENT
                        .matcher(row.counterpart())
                        .results()
                        .map(match -> match.group(1))
                        .filter(name -> !Files.isDirectory(
                                Documents.root().resolve("components.modular").resolve(name)))
                        .forEach(name -> complaints.add(row + ": there is no component " + name)));
        assertNoComplaints(complaints);
    }

    @Test
    void shouldSayInEveryRowWhatTheCounterpartIsOrThatThereIsNone() {
        List<String> complaints = new ArrayList<>();
        table.rows().filter(row -> !row.hasNone()).forEach(row -> {
            List<String> counterparts = row.counterparts();
            String words = row.counterpart().replaceAll("`[^`]+`", "").replaceAll("policy|component|,|\\s", "");
            if (counterparts.isEmpty() || !words.isEmpty()) {
                complaints.add(row + ": expected code between backticks, '" + StarpuTable.NOT_YET + "' or '"
                        + StarpuTable.NOT_NEEDED + "', but found: " + row.counterpart());
            }
            counterparts.stream()
                    .filter(counterpart -> !JAVA_SYMBOL.matcher(counterpart).matches())
                    .filter(counterpart ->
                            !OTHER_COUNTERPART.matcher(counterpart).matches())
                    .forEach(counterpart -> complaints.add(
                            row + ": neither symbol, command, option, policy nor folder: " + counterpart));
        });
        assertNoComplaints(complaints);
    }

    @Test
    void shouldNameNoSymbolInARowWithoutCounterpart() {
        List<String> complaints = new ArrayList<>();
        table.rows()
                .filter(Row::hasNone)
                .filter(row -> row.remark().contains("org.asterism."))
                .forEach(row -> complaints.add(row + " names a symbol: " + row.remark()));
        assertNoComplaints(complaints);
    }

    @Test
    void shouldSayWhyNothingIsNeeded() {
        List<String> complaints = new ArrayList<>();
        table.rows()
                .filter(row -> row.counterpart().equals(StarpuTable.NOT_NEEDED))
                .filter(row -> row.remark().isEmpty())
                .forEach(row -> complaints.add(row + " has no remark"));
        assertNoComplaints(complaints);
    }

    @Test
    void shouldHaveARowForEveryNameOnEveryPageInTheOrderOfThePage() throws IOException {
        Map<String, List<String>> pages = namesPerPage();
        assertEquals(
                List.copyOf(pages.keySet()),
                List.copyOf(table.pages().keySet()),
                "the pages, in order, of " + DOCUMENT);
        List<String> complaints = new ArrayList<>();
        pages.forEach((page, names) -> {
            List<String> inTable = table.pages().get(page).stream()
                    .flatMap(row -> row.originals().stream())
                    .filter(names::contains)
                    .toList();
            names.stream()
                    .filter(name -> !inTable.contains(name))
                    .forEach(name -> complaints.add("page '" + page + "' has no row for " + name));
            if (complaints.isEmpty() && !names.equals(inTable)) {
                int at = firstDifference(names, inTable);
                complaints.add("page '" + page + "': the row for " + inTable.get(at) + " stands where "
                        + (at < names.size() ? names.get(at) : "nothing") + " belongs");
            }
        });
        assertNoComplaints(complaints);
    }

    @Test
    void shouldComplainOfWhatDoesNotExist() {
        assertEquals(Optional.empty(), JavaSymbols.complaint("org.asterism.api.Task#priority"));
        assertEquals(Optional.empty(), JavaSymbols.complaint("org.asterism.api.TaskOverview.WaitingTask#waitsFor"));
        assertEquals(Optional.empty(), JavaSymbols.complaint("org.asterism.api.AccessMode#W"));
        assertTrue(JavaSymbols.complaint("org.asterism.api.Tusk").isPresent());
        assertTrue(JavaSymbols.complaint("org.asterism.api.Task#urgency").isPresent());
        assertTrue(JavaSymbols.complaint("org.asterism.itest.docs.StarpuTable").isPresent(), "it is not public");
    }

    private static int firstDifference(List<String> names, List<String> others) {
        int at = 0;
        while (at < names.size() && at < others.size() && names.get(at).equals(others.get(at))) {
            at++;
        }
        return at;
    }

    private static Map<String, List<String>> namesPerPage() throws IOException {
        Map<String, List<String>> pages = new LinkedHashMap<>();
        List<String> names = null;
        try (InputStream stream = StarpuTableTest.class.getResourceAsStream("/starpu-names.txt");
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("# ")) {
                    names = new ArrayList<>();
                    pages.put(line.substring(2), names);
                } else {
                    names.add(line);
                }
            }
        }
        assertFalse(pages.isEmpty(), "starpu-names.txt has no pages");
        return pages;
    }

    private static void assertNoComplaints(List<String> complaints) {
        assertTrue(complaints.isEmpty(), () -> DOCUMENT + "\n  " + String.join("\n  ", complaints));
    }
}
