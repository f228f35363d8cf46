package org.asterism.shell.gogo.internal.run;

import java.util.List;
import java.util.stream.Collectors;
import org.asterism.run.Invocation;
import org.asterism.run.RunRecord;
import org.asterism.run.RunRecords;
import org.asterism.shell.gogo.internal.command.Json;

/** Answer of {@code asterism:run} in the form that the invocation asks for. */
final class RunAnswer {
    private RunAnswer() {}

    /** Returns null if all records were printed already, or if none are wanted. */
    static Object of(List<RunRecord> all, Invocation invocation) {
        List<RunRecord> records =
                all.stream().filter(record -> !record.printed()).toList();
        if (records.isEmpty()) {
            return null;
        }
        if (invocation.json()) {
            return records.stream().map(record -> Json.line(record.json())).collect(Collectors.joining("\n"));
        }
        if (invocation.quiet()) {
            return null;
        }
        return records.size() == 1 ? records.getFirst() : new RunRecords(records);
    }
}
