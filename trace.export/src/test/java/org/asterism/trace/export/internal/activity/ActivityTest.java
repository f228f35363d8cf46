package org.asterism.trace.export.internal.activity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.asterism.trace.export.Exports;
import org.asterism.trace.export.Sample;
import org.junit.jupiter.api.Test;

/** Tables of activities and durations. */
class ActivityTest {
    @Test
    void shouldAddUpTheStatesOfAWorkerOverPeriods() throws Exception {
        List<String> lines = Exports.lines(Sample.trace(), "activity.data");
        assertEquals(List.of("name\t0\tcpu\t0", "name\t1\tcpu\t1", "name\t2\tcuda\t0"), lines.subList(0, 3));
        assertEquals("set_profiling\t0.000000\t1", lines.get(3));
        assertEquals(
                List.of(
                        "2\t4.240000\t4.140000\t0.000000\t4.140000",
                        "2\t6.100000\t1.860000\t0.000000\t0.000000",
                        "2\t12.000000\t5.900000\t5.000000\t0.000000",
                        "2\t14.000000\t2.000000\t0.000000\t1.500000"),
                lines.stream().filter(line -> line.startsWith("2\t")).toList());
        assertEquals(
                List.of("cnt_ready\t0.300000\t1", "cnt_ready\t0.500000\t0"),
                lines.stream()
                        .filter(line -> line.startsWith("cnt_ready"))
                        .limit(2)
                        .toList());
        assertEquals(true, lines.contains("cnt_submitted\t0.240000\t4"));
    }

    @Test
    void shouldListTheDurationOfEachExecution() throws Exception {
        assertEquals(
                List.of(
                        "potrf\tcpu0\t8000000\tabc\t3.000000",
                        "gemm_\"big\"\tcpu0\t8000000\tabc\t4.000000",
                        "trsm\tcuda2\t8000000\tabc\t5.000000"),
                Exports.lines(Sample.trace(), "distrib.data"));
    }
}
