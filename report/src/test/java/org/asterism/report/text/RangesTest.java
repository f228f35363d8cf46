package org.asterism.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RangesTest {
    @Test
    void shouldPutNamesTogetherThatFollowEachOther() {
        assertEquals("cpu-0..2, cpu-5", Ranges.of(List.of("cpu-0", "cpu-1", "cpu-2", "cpu-5")));
        assertEquals("cpu-0, gpu-1", Ranges.of(List.of("cpu-0", "gpu-1")));
        assertEquals(
                "sim-0..999",
                Ranges.of(IntStream.range(0, 1000).mapToObj(id -> "sim-" + id).toList()));
    }

    @Test
    void shouldLeaveNamesThatAreNotNumberedAsTheyAre() {
        assertEquals("main, cpu-01, cpu-02, 3..4", Ranges.of(List.of("main", "cpu-01", "cpu-02", "3", "4")));
        assertEquals("cpu-1, cpu-12345678901", Ranges.of(List.of("cpu-1", "cpu-12345678901")));
    }

    @Test
    void shouldSayHowManyThereAre() {
        assertEquals("none", Ranges.counted(List.of()));
        assertEquals("2: cpu-1..2", Ranges.counted(List.of("cpu-1", "cpu-2")));
    }
}
