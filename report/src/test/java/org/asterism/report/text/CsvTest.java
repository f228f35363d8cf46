package org.asterism.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
    private record Row(String name, Object value) {}

    private static String csv(Row... rows) {
        List<Column<Row>> columns = List.of(
                Column.of("name", Row::name),
                new Column<>("", "the_value", Row::value),
                new Column<>("shown", "", Row::name));
        return Csv.lines(new Listing<>(Arrays.asList(rows), columns, "nothing"));
    }

    @Test
    void shouldWriteTheFieldsOfMachinesWithAllDigits() {
        assertEquals("name,the_value\na,123.456789\nb,", csv(new Row("a", 123.456789), new Row("b", null)));
    }

    @Test
    void shouldQuoteCellsThatWouldBreakTheTable() {
        assertEquals(
                "name,the_value\n\"a \"\"b\"\"\",\"x, y\"\n\"two\nlines\",1",
                csv(new Row("a \"b\"", List.of("x", "y")), new Row("two\nlines", 1)));
    }

    @Test
    void shouldWriteNothingWithoutRows() {
        assertEquals("", csv());
    }
}
