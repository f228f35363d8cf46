package org.asterism.shell.gogo.internal.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceStatistics;

/** Lists recordings: the one that was started in a shell, and those of others. */
final class TraceStatus {
    private TraceStatus() {}

    private record Row(String by, String state, Recording recording, TraceStatistics numbers) {
        static Row of(String by, Recording recording) {
            TraceStatistics numbers = recording.statistics();
            String state = recording.isRunning()
                    ? "running"
                    : numbers.trouble().map(why -> "ended: " + why).orElse("stopped");
            return new Row(by, state, recording, numbers);
        }
    }

    static Listing<?> list(Recordings recordings) {
        List<Row> rows = new ArrayList<>();
        recordings.any().ifPresent(own -> rows.add(Row.of("runtime '" + recordings.runtime() + "'", own)));
        recordings.others().forEach(each -> rows.add(Row.of("others", each)));
        List<Column<Row>> columns = List.of(
                Column.of("of", Row::by),
                Column.of("state", Row::state),
                Column.of(
                        "file",
                        row -> row.recording()
                                .settings()
                                .file()
                                .map(Path::toString)
                                .orElse(null)),
                new Column<>(
                        "keeps",
                        "keeps_last",
                        row -> row.recording()
                                .settings()
                                .keepLast()
                                .map(KeptTime::text)
                                .orElse(null)),
                Column.of("records", row -> row.numbers().records()),
                Column.of("lost", row -> row.numbers().lost()),
                Column.of("bytes", row -> row.numbers().bytes()),
                Column.of("threads", row -> row.numbers().threads()));
        return new Listing<>(rows, columns, "Nothing is recorded; asterism:trace start starts a recording.");
    }
}
