package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table against a map; {@code -Dasterism.seed=N} repeats one course. */
class TagTableTest {
    @Test
    void shouldKeepOneRoundPerTagWhateverIsAddedAndRemoved() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        try {
            check(new Random(seed));
        } catch (AssertionError | RuntimeException wrong) {
            throw new AssertionError("repeat with -Dasterism.seed=" + seed, wrong);
        }
        System.out.println("tag table: seed " + seed);
    }

    private static void check(Random random) {
        for (int spread : new int[] {10, 3000, 1_000_000}) {
            long stride = spread == 10 ? Long.MAX_VALUE / 7 : spread == 3000 ? 1 : 64;
            TagTable table = new TagTable();
            Map<Long, Round> model = new HashMap<>();
            for (int step = 0; step < 200_000; step++) {
                long tag = random.nextInt(spread) * stride - 5;
                switch (random.nextInt(8)) {
                    case 0, 1 -> assertSame(model.remove(tag), table.remove(tag));
                    case 2 -> {
                        Round former = model.get(tag);
                        if (former != null && random.nextBoolean()) {
                            Successors.close(former, null);
                        }
                        table.restart(tag);
                        Round present = table.find(tag);
                        assertEquals(former == null || former.isDone(), former != present || former == null);
                        if (present != null) {
                            model.put(tag, present);
                        }
                    }
                    case 3 -> assertSame(model.get(tag), table.find(tag));
                    default -> {
                        Round round = table.round(tag);
                        assertEquals(tag, round.tag());
                        assertSame(model.computeIfAbsent(tag, unused -> round), round);
                    }
                }
            }
            Map<Long, Round> found = new HashMap<>();
            table.forEach(round -> found.put(round.tag(), round));
            assertEquals(model, found);
            table.clear(round -> assertSame(model.remove(round.tag()), round));
            assertEquals(Map.of(), model);
            table.forEach(round -> {
                throw new AssertionError(round + " is there still");
            });
        }
    }
}
