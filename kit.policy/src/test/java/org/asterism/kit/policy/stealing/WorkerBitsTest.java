package org.asterism.kit.policy.stealing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkerBitsTest {
    /** The seed is shown by a failure and repeated with {@code -Dasterism.seed=N}. */
    @Test
    void shouldFindTheNextPlaceAsABitSetDoes() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int length : new int[] {1, 2, 63, 64, 65, 128, 1000}) {
            WorkerBits bits = new WorkerBits(length);
            BitSet model = new BitSet();
            for (int step = 0; step < 2000; step++) {
                int place = random.nextInt(length);
                if (random.nextInt(20) < 8) {
                    bits.add(place);
                    model.set(place);
                } else {
                    bits.remove(place);
                    model.clear(place);
                }
                int from = random.nextInt(length + 1);
                int to = random.nextInt(length + 1);
                int next = model.nextSetBit(from);
                assertEquals(next < 0 || next >= to ? -1 : next, bits.next(from, to), "seed " + seed);
                assertEquals(model.get(place), bits.has(place), "seed " + seed);
            }
        }
        assertTrue(new WorkerBits(0).next(0, 10) < 0);
    }
}
