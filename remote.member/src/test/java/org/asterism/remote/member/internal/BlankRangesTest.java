package org.asterism.remote.member.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.Random;
import org.asterism.remote.member.internal.BlankRanges.Range;
import org.junit.jupiter.api.Test;

class BlankRangesTest {
    private static final int LENGTH = 60;

    @Test
    void shouldAgreeWithASetOfBytes() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            BlankRanges ranges = new BlankRanges(LENGTH);
            BitSet bytes = new BitSet();
            bytes.set(0, LENGTH);
            while (!bytes.isEmpty()) {
                int from = random.nextInt(LENGTH);
                int to = from + random.nextInt(1, 20);
                ranges.remove(from, to);
                bytes.clear(from, Math.min(LENGTH, to));
                int begin = random.nextInt(LENGTH);
                int end = Math.min(LENGTH, begin + random.nextInt(LENGTH));
                BitSet found = new BitSet();
                for (Range range : ranges.within(begin, end)) {
                    found.set((int) range.from(), (int) range.to());
                }
                BitSet expected = (BitSet) bytes.clone();
                expected.clear(0, begin);
                expected.clear(end, LENGTH);
                assertEquals(expected, found, "-Dasterism.seed=" + seed);
                assertEquals(bytes.isEmpty(), ranges.isEmpty(), "-Dasterism.seed=" + seed);
            }
        }
    }
}
