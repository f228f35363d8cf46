package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.itest.docs.StarpuTable.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keeps {@code docs/from-starpu.md} true: what it names exists, and no name of StarPU's pages is missing. The names
 * stand in {@code starpu-names.txt}, one list per page, in the order in which the page names them first.
 */
final class StarpuTableTest {
    private static final String DOCUMENT = "docs/from-starpu.md";
    private static final ShippedNames SHIPPED = new ShippedNames();

    private static StarpuTable table;

    private final Counterparts counterparts = new Counterparts(SHIPPED);
    private final Remarks remarks = new Remarks(SHIPPED);

    @BeforeAll
    static void readTable() throws IOException {
        table = new StarpuTable(Documents.lines(DOCUMENT));
    }

    @Test
    void shouldFindEverythingThatTheTableNames() {
        List<String> complaints = new ArrayList<>();
        table.rows().forEach(row -> {
            List<String> wrong = row.hasNone() ? List.of() : counterparts.complaints(row.counterpart());
            wrong.forEach(complaint -> complaints.add(row + ": " + complaint));
        });
        assertNoComplaints(complaints);
    }

    @Test
    void shouldFindEverythingThatTheRemarksName() {
        List<String> complaints = new ArrayList<>();
        table.rows()
                .forEach(row ->
                        remarks.complaints(row.remark()).forEach(complaint -> complaints.add(row + ": " + complaint)));
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "`org.asterism.api.Tusk`",
                "`org.asterism.api.Task#urgency`",
                "`asterism:polices`",
                "`--polic`",
                "`dmda`",
                "policy `dmdb`",
                "policy `dmda`, property `alfa`",
                "policy `dmda`, policy `eager`, property `alpha`",
                "policy `modular-dmda`, property `fifo.redy`",
                "property `alpha`",
                "component `fifu`",
                "component `fifo`, parameter `ntask`",
                "driver `cude`",
                "driver `cuda`, property `pipline`",
                "balancer `idel`",
                "setting `prefech`",
                "folder `policy.wss`",
                "`examples/policy`",
                "tree `modular-eager`",
                "policy dmda"
            })
    void shouldComplainOfACounterpartThatDoesNotExist(String cell) {
        assertEquals(1, counterparts.complaints(cell).size(), () -> cell + ": " + counterparts.complaints(cell));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "`--policys NAME`",
                "`--policy dmda,bta=2`",
                "`--policy modular-heft,prio-3.ntasks=10`",
                "`--teams lest=N`",
                "`--driver cuda,pipline=3`",
                "shown by `asterism:polices`",
                "policy `eagr` does it",
                "balancers `idle` and `complete`",
                "component `fifu`",
                "`mct(alfa=1)`",
                "`cuda,pipline=3`",
                "the setting `prefech`",
                "PID `org.asterism.policy.dmdb`",
                "folder `policy.wss`",
                "`PolicyContext.nearst`",
                "a `Tusk`"
            })
    void shouldComplainOfARemarkThatNamesWhatDoesNotExist(String remark) {
        assertEquals(1, remarks.complaints(remark).size(), () -> remark + ": " + remarks.complaints(remark));
    }

    @Test
    void shouldComplainOfWhatDoesNotExist() {
        assertEquals(Optional.empty(), JavaSymbols.complaint("org.asterism.api.Task#priority"));
        assertEquals(Optional.empty(), JavaSymbols.complaint("org.asterism.api.TaskOverview.WaitingTask#waitsFor"));
        assertEquals(Optional.empty(), JavaSymbols.complaint("org.asterism.api.Access#W"));
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
