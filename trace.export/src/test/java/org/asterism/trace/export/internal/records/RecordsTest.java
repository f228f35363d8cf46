package org.asterism.trace.export.internal.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.asterism.api.Access;
import org.asterism.trace.TraceAccess;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.EventList;
import org.asterism.trace.export.Exports;
import org.asterism.trace.export.Sample;
import org.junit.jupiter.api.Test;

/** Files of records. */
class RecordsTest {
    private static List<String> records(EventList trace, String format) throws Exception {
        String text = String.join("\n", Exports.lines(trace, format));
        return Stream.of(text.split("\n\n")).map(String::strip).toList();
    }

    @Test
    void shouldDescribeATaskByTheFieldsOfTasksRec() throws Exception {
        List<String> tasks = records(Sample.trace(), "tasks.rec");
        assertEquals(4, tasks.size());
        assertEquals("""
                Name: trsm
                Model: trsm
                JobId: 2
                SubmitOrder: 1
                Priority: 3
                Iteration: 7
                DependsOn: 1
                WorkerId: 2
                MemoryNode: 1
                SubmitTime: 0.220000
                ReadyTime: 4.210000
                StartTime: 7.000000
                EndTime: 12.000000
                Footprint: abc
                GFlop: 0.012
                Parameters: A[0,0]
                Handles: 1
                Modes: RW
                Sizes: 8000000
                Context: main
                State: DONE""", tasks.get(2));
        assertEquals("""
                Name: broken
                Model: broken
                JobId: 4
                SubmitOrder: 3
                Priority: 1
                SubmitTime: 0.240000
                Footprint: abc
                GFlop: 0.024
                Parameters: A[0,0]
                Handles: 1
                Modes: RW
                Sizes: 8000000
                Context: main
                State: FAILED""", tasks.get(3), "fields without a value are left out");
    }

    @Test
    void shouldWriteBothLevelsOfIterations() throws Exception {
        List<String> fields =
                records(Sample.trace(), "tasks.rec").get(1).lines().toList();
        assertEquals(true, fields.contains("Iteration: 7 70"), fields::toString);
    }

    @Test
    void shouldWriteEachModeAsItsLetters() throws Exception {
        List<TraceAccess> accesses = Stream.of(Access.values())
                .map(mode -> new TraceAccess(Sample.TILE, mode))
                .toList();
        TraceEvent submitted =
                new TraceEvent.Submitted(Sample.ORIGIN, Sample.MAIN, 1, "two\nlines", "main", 0, 0, 0, accesses);
        List<String> tasks =
                records(new EventList(List.of(), List.of(), List.of(), List.of(), List.of(submitted)), "tasks.rec");
        List<String> fields = tasks.getFirst().lines().toList();
        assertEquals("Name: two lines", fields.getFirst());
        assertEquals(true, fields.contains("Modes: R W RW S X RWC"), fields::toString);
    }

    @Test
    void shouldRecordEachPushAndPop() throws Exception {
        List<String> scheduling = records(Sample.trace(), "sched_tasks.rec");
        assertEquals(6, scheduling.size());
        assertEquals("Type: push\nTime: 0.310000\nPriority: 4\nJobId: 1", scheduling.getFirst());
        assertEquals("Type: pop\nTime: 4.800000\nPriority: 2\nJobId: 3", scheduling.getLast());
    }

    @Test
    void shouldListTheData() throws Exception {
        assertEquals(List.of("Handle: 1\nName: A[0,0]\nSize: 8000000"), records(Sample.trace(), "data.rec"));
    }

    @Test
    void shouldRecordEachChangeOfAWorkersState() throws Exception {
        List<String> changes = records(Sample.trace(), "trace.rec");
        assertEquals("E: SetState\nN: sleeping\nC: Runtime\nW: 1\nT: cpu1\nS: 0.100000", changes.getFirst());
        assertEquals(
                true,
                changes.contains("E: SetState\nN: trsm\nC: Task\nW: 2\nT: cuda0\nS: 7.000000"),
                changes::toString);
    }
}
