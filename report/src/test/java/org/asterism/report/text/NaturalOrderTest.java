package org.asterism.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NaturalOrderTest {
    @Test
    void shouldCompareNumbersInNamesAsNumbers() {
        List<String> names =
                List.of("cpu", "cpu-1", "cpu-2", "cpu-10", "cpu-99999999999999999999", "cuda-0", "x01", "x1");

        assertEquals(names, names.reversed().stream().sorted(NaturalOrder.NAMES).toList());
        assertEquals(0, NaturalOrder.NAMES.compare("a1b", "a1b"));
    }

    @Test
    void shouldOrderTheEntriesOfAMap() {
        assertEquals("cpu-2=1 cpu-10=3", Column.text(Map.of("cpu-10", 3, "cpu-2", 1)));
    }
}
