package org.asterism.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListingTest {
    private record Row(String name, long count, String note) {}

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("name", Row::name),
            Column.of("task_count", Row::count),
            Column.of("note", Row::note),
            new Column<>("", "hidden", row -> null));

    private static Listing<Row> listing(Row... rows) {
        return new Listing<>(List.of(rows), COLUMNS, "Nothing.");
    }

    @Test
    void shouldAlignTextLeftAndNumbersRightWithoutTrailingBlanks() {
        Listing<Row> listing = listing(new Row("cpu-0", 7, "a"), new Row("x", 12345, "longer"));

        assertEquals("""
                name   task count  note
                cpu-0           7  a
                x           12345  longer""", listing.text(80));
    }

    @Test
    void shouldCutTheWidestColumnWhenTheTerminalIsNarrow() {
        Listing<Row> listing = listing(new Row("worker", 1, "a note that is far too long for this terminal"));

        for (int width = 30; width < 70; width++) {
            int most = width;
            assertTrue(
                    listing.text(width).lines().allMatch(line -> line.length() <= most),
                    "wider than " + width + ": " + listing.text(width));
        }
        assertEquals(
                "worker           1  a note th\u2026",
                listing.text(30).lines().toList().getLast());
    }

    @Test
    void shouldCutNeitherNumbersNorTitlesAndWriteParagraphsInstead() {
        Listing<Row> listing = listing(new Row("default", 1234567890, "2: cpu-0..1"), new Row("left", 2, ""));

        assertEquals("""
                name     task count  note
                default  1234567890  2: cpu-\u2026
                left              2""", listing.text(29));
        assertEquals("""
                default: task count
                    1234567890, note 2:
                    cpu-0..1
                left: task count 2""", listing.text(23));
    }

    @Test
    void shouldKeepNamesLongerThanTheRestAndTheirEndsLongest() {
        Listing<Row> listing = listing(
                new Row("starpu_dlu_lu_model_getrf", 1, "a note that is far too long"),
                new Row("starpu_dlu_lu_model_trsm_ru", 2, ""));
        assertEquals("""
                name                         task count  note
                starpu_dlu_lu_model_getrf             1  a note that\u2026
                starpu_dlu_lu_model_trsm_ru           2""", listing.text(53));
        assertEquals("""
                name                task count  note
                starpu_d\u2026del_getrf           1  a note that\u2026
                starpu_d\u2026l_trsm_ru           2""", listing.text(44));
    }

    @Test
    void shouldBreakTheTextsOfATableWithMoreBetweenWords() {
        Listing<Row> listing =
                listing(new Row("cpu-0", 1, "one two three four five six seven"), new Row("x", 2, "eight"));
        assertEquals("""
                name   task count  note
                cpu-0           1  one two three four five six
                                   seven
                x               2  eight""", listing.whole(50));
        assertTrue(new ListingWithMore<>(listing, listing).text(50).endsWith(listing.whole(50)));
    }

    @Test
    void shouldKeepControlCharactersOutOfCells() {
        assertEquals(
                2, listing(new Row("a\nb\u001b[31m", 1, "")).text(80).lines().count());
    }

    @Test
    void shouldSaySoWhenThereAreNoRows() {
        assertEquals("Nothing.", listing().text(80));
    }

    @Test
    void shouldGiveMachinesEveryFieldByItsNameAndScriptsTheRows() {
        Listing<Row> listing = listing(new Row("cpu-0", 7, null));

        assertEquals(
                "[{name=cpu-0, task_count=7, note=null, hidden=null}]",
                listing.json().toString());
        assertEquals("cpu-0", listing.get(0).name());
    }

    @Test
    void shouldShowPeopleSixDigitsButMachinesAll() {
        assertEquals("123.457", Column.text(123.456789));
        assertEquals("12345679", Column.text(12345678.9));
        assertEquals("0.5", Column.text(0.5));
        assertEquals("3.140e-16", Column.text(3.14e-16));
        assertEquals("0.0", Column.text(0.0));
        assertEquals("NaN", Column.text(Double.NaN));
    }

    @Test
    void shouldJoinListsAndMapsInCells() {
        assertEquals("a, b", Column.text(Arrays.asList("a", "b")));
        assertEquals("a=1 b=2", Column.text(Map.of("b", 2, "a", 1)));
    }

    @Test
    void shouldAlignFieldsBelowEachOther() {
        assertEquals("n        4", new Fields(Map.of("n", 4)).text(80).replace("n  ", "n        "));
        assertEquals(
                List.of("time_ms  1.5"),
                new Fields(Map.of("time_ms", 1.5)).text(80).lines().toList());
    }

    @Test
    void shouldBreakNotesBetweenWords() {
        Listing<String> listing = new Listing<>(List.of("a"), List.of(Column.of("name", row -> row)), "");
        assertEquals(
                "name\na\n\none two three\n    four five\nsix",
                new ListingWithNotes<>(listing, List.of("one two three four five", "six")).text(14));
        assertEquals("name\na", new ListingWithNotes<>(listing, List.of()).text(14));
    }
}
