package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.device.UntouchableMemory;
import org.asterism.kit.remote.StridedRange;
import org.junit.jupiter.api.Test;

class PeerPlanTest {
    private static final long MOST = 100;

    /** Returns the addresses of all bytes, in the order of the message. */
    private static List<Long> bytes(List<StridedRange> ranges) {
        List<Long> bytes = new ArrayList<>();
        for (StridedRange range : ranges) {
            range.forEach(address -> {
                for (long index = 0; index < range.run(); index++) {
                    bytes.add(address + index);
                }
            });
        }
        return bytes;
    }

    private static Map<Long, Long> expected(BufferShape shape, Buffer source, Buffer target) {
        Map<Long, Long> expected = new HashMap<>();
        long pieces = 1;
        for (long count : shape.counts()) {
            pieces *= count;
        }
        for (long piece = 0; piece < pieces; piece++) {
            long left = piece;
            long from = source.segment().address();
            long to = target.segment().address();
            for (int dimension = shape.counts().length - 1; dimension >= 0; dimension--) {
                long index = left % shape.counts()[dimension];
                left /= shape.counts()[dimension];
                from += index * source.strides()[dimension];
                to += index * target.strides()[dimension];
            }
            for (long index = 0; index < shape.runBytes(); index++) {
                expected.put(from + index, to + index);
            }
        }
        return expected;
    }

    private static Buffer buffer(Random random, long address, BufferShape shape) {
        long[] strides = new long[shape.counts().length];
        long extent = shape.runBytes();
        for (int dimension = strides.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = extent + (random.nextBoolean() ? 0 : random.nextInt(5));
            extent = strides[dimension] * shape.counts()[dimension];
        }
        return new Buffer(UntouchableMemory.at(address, extent), strides);
    }

    @Test
    void shouldReachEachByteOnceInStepsOfLimitedLength() {
        Random random = new Random(Seed.take("shouldReachEachByteOnceInStepsOfLimitedLength"));
        for (int round = 0; round < 300; round++) {
            PeerPlan plan = new PeerPlan(MOST);
            Map<Long, Long> expected = new HashMap<>();
            for (int number = 1; number <= 1 + random.nextInt(3); number++) {
                long[] counts = new long[random.nextInt(4)];
                for (int dimension = 0; dimension < counts.length; dimension++) {
                    counts[dimension] = 1 + random.nextInt(6);
                }
                BufferShape shape = new BufferShape(1 + random.nextInt(random.nextBoolean() ? 10 : 350), 1, counts);
                Buffer source = buffer(random, number * 1_000_000L, shape);
                Buffer target = buffer(random, number * 2_000_000L + 7, shape);
                plan.add(shape, source, target);
                expected.putAll(expected(shape, source, target));
            }
            Map<Long, Long> got = new HashMap<>();
            for (PeerPlan.Step step : plan.steps()) {
                List<Long> from = bytes(step.from());
                List<Long> to = bytes(step.to());
                assertTrue(step.bytes() > 0 && step.bytes() <= MOST, step::toString);
                assertEquals(step.bytes(), from.size());
                assertEquals(step.bytes(), to.size());
                for (int index = 0; index < from.size(); index++) {
                    assertNull(got.put(from.get(index), to.get(index)));
                }
            }
            assertEquals(expected, got);
        }
    }
}
