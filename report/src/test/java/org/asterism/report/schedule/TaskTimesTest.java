package org.asterism.report.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskTimesTest {
    @Test
    void shouldDoWhatAMapDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TaskTimes times = new TaskTimes();
        Map<Long, Double> map = new HashMap<>();
        for (int step = 0; step < 200_000; step++) {
            // Ids go up while tasks come and go, as in a run; some are far from the others.
            long id = 1 + step / 4 + random.nextInt(3000) + (random.nextInt(50) == 0 ? 1L << 40 : 0);
            String where = "seed " + seed + ", step " + step;
            if (random.nextInt(3) == 0) {
                Double removed = map.remove(id);
                assertEquals(removed == null ? 0 : removed, times.remove(id), where);
            } else {
                double time = random.nextInt(100);
                times.raise(id, time);
                map.merge(id, time, Math::max);
                assertEquals(map.get(id), times.get(id), where);
            }
            assertEquals(map.size(), times.size(), where);
        }
        map.forEach((id, time) -> assertEquals(time, times.get(id), "seed " + seed));
    }
}
