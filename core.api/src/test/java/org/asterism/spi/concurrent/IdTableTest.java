package org.asterism.spi.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IdTableTest {
    @Test
    void shouldBeMadeOfAMap() {
        IdTable<String> table = IdTable.of(Map.of(20, "20", 0, "0", 7, "7"));
        assertEquals(List.of("0", "7", "20"), table.values());
        assertEquals("7", table.get(7));
        assertNull(table.get(8));
    }

    @Test
    void shouldFindWhatWasPutInAmongIdsWithGaps() {
        IdTable<String> table = IdTable.of(List.of("20", "0", "1", "19", "7"), Integer::parseInt);
        assertEquals(List.of("0", "1", "7", "19", "20"), table.values());
        for (int id = 0; id < 30; id++) {
            assertEquals(table.values().contains("" + id) ? "" + id : null, table.get(id));
        }
        assertNull(IdTable.empty().get(0));
    }

    @Test
    void shouldAnswerAsAMapDoes() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Map<Integer, Integer> expected = new TreeMap<>();
        IdTable<Integer> table = IdTable.empty();
        for (int step = 0; step < 20_000; step++) {
            int id = random.nextInt(5) == 0 ? random.nextInt(100_000) : random.nextInt(40);
            if (random.nextInt(100) < (step / 500 % 2 == 0 ? 60 : 40)) {
                expected.put(id, step);
                table = table.with(id, step);
            } else {
                expected.remove(id);
                table = table.without(id);
            }
            int asked = random.nextInt(42);
            assertEquals(expected.get(asked), table.get(asked));
            assertEquals(expected.get(id), table.get(id));
            if (step % 100 == 0) {
                assertEquals(List.copyOf(expected.values()), table.values());
                IdTable<Integer> now = table;
                expected.forEach((known, value) -> assertEquals(value, now.get(known)));
            }
        }
    }
}
