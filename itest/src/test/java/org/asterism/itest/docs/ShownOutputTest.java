package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ShownOutputTest {
    @Test
    void shouldTakeOtherNumbersAndGapsForTheSame() {
        assertSame("time_ms     0.5", "time_ms 1.25E3");
        assertSame("mean 8.72 µs  ±7 %", "mean   120 ms  ±12 %");
        assertSame("from ~/models/vm/a.model, 13 kB", "from ~/models/host-2/a.model, 6.5 MB");
        assertSame("checksum c62042e9", "checksum 00e4a1b7");
    }

    @Test
    void shouldTellOtherWordsApart() {
        assertDiffers("policy eager", "policy prio");
        assertDiffers("policy heft", "policy heft2");
        assertDiffers("time_ms 5 6", "time_ms 5");
        assertDiffers("correct true", "");
        assertDiffers("", "noise");
    }

    @Test
    void shouldNotCountRowsAndNamesOfWorkers() {
        assertSame("cpu-0 busy 5\ncpu-1 busy 6", "cpu-0 busy 1\ncpu-1 busy 2\ncpu-2 busy 3");
        assertSame("tasks cpu-0=5 cpu-1=6", "tasks cpu-0=11");
        assertSame("worker cpu-0, cpu-1", "worker cpu-0 … cpu-7");
        assertSame("2: cpu-0..1", "1: cpu-0");
    }

    @Test
    void shouldTakeDotsForAnyLinesOrText() {
        assertSame("a\n...\nd\n...", "a\nb\nc\nd");
        assertSame("...\nb", "b\nb\na\nb");
        assertSame("a long des…  of b", "a long description   of b");
        assertDiffers("a\n...\nd", "a\nd\ne");
    }

    @Test
    void shouldReportTheFirstLineThatDiffers() {
        ShownOutput.Difference difference = ShownOutput.difference(
                        List.of("name", "...", "b 1", "old"), List.of("name", "a", "b 2", "new"))
                .orElseThrow();
        assertEquals("old", difference.shown().orElseThrow());
        assertEquals("new", difference.printed().orElseThrow());
    }

    private static void assertSame(String shown, String printed) {
        assertEquals(
                "",
                ShownOutput.difference(shown.lines().toList(), printed.lines().toList())
                        .map(Object::toString)
                        .orElse(""));
    }

    private static void assertDiffers(String shown, String printed) {
        assertTrue(
                ShownOutput.difference(shown.lines().toList(), printed.lines().toList())
                        .isPresent(),
                shown);
    }
}
