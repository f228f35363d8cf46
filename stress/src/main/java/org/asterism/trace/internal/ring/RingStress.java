package org.asterism.trace.internal.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.LongBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@link Ring}: the reader sees whole records, and the writer overwrites none that was not read. */
final class RingStress {
    private RingStress() {}

    /** Reads all that is readable, as one number with a digit per word. */
    private static int readAll(Ring ring) {
        int count = ring.readable();
        LongBuffer words = LongBuffer.allocate(count);
        ring.read(count, words);
        int digits = 0;
        for (int index = 0; index < count; index++) {
            digits = 10 * digits + (int) words.get(index);
        }
        return digits;
    }

    @JCStressTest
    @Description("A record of two words and one of three are written while the reader reads twice.")
    @Outcome(
            id = {"0, 0, 12345", "0, 12, 345", "0, 12345, 0", "12, 0, 345", "12, 345, 0", "12345, 0, 0"},
            expect = ACCEPTABLE,
            desc = "Each read has whole records, in their order.")
    @Outcome(expect = FORBIDDEN, desc = "A word was lost, or read before it was written.")
    @State
    public static class WriteAndRead {
        private final Ring ring = new Ring(8, () -> {});

        @Actor
        public void write() {
            ring.publish(1, 2);
            if (ring.hasRoom(3)) {
                ring.put(3);
                ring.put(4);
                ring.put(5);
                ring.publish();
            }
        }

        @Actor
        public void read(III_Result result) {
            result.r1 = readAll(ring);
            result.r2 = readAll(ring);
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = readAll(ring);
        }
    }

    @JCStressTest
    @Description("A full ring is read while the writer tries twice to write a record over the old one.")
    @Outcome(
            id = {"11, 0, 0, 0", "11, 1, 0, 23", "11, 0, 1, 45"},
            expect = ACCEPTABLE,
            desc = "The old words are whole, and so is the first record that had room.")
    @Outcome(expect = FORBIDDEN, desc = "A word was overwritten before it was read, or a record that had room is lost.")
    @State
    public static class Overwrite {
        private final Ring ring = new Ring(2, () -> {});

        public Overwrite() {
            ring.publish(1, 1);
        }

        @Actor
        public void write(IIII_Result result) {
            result.r2 = ring.publish(2, 3) ? 1 : 0;
            result.r3 = result.r2 == 0 && ring.publish(4, 5) ? 1 : 0;
        }

        @Actor
        public void read(IIII_Result result) {
            result.r1 = readAll(ring);
        }

        @Arbiter
        public void rest(IIII_Result result) {
            result.r4 = readAll(ring);
        }
    }
}
