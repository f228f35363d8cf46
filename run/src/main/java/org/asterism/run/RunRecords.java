package org.asterism.run;

import java.util.AbstractList;
import java.util.List;
import java.util.stream.Collectors;
import org.asterism.report.text.Answer;

/** Results of several runs; for scripts a list. */
public final class RunRecords extends AbstractList<RunRecord> implements Answer {
    private final List<RunRecord> records;

    /**
     * Combines results.
     *
     * @param records results, in the order of the runs
     */
    public RunRecords(List<RunRecord> records) {
        this.records = List.copyOf(records);
    }

    @Override
    public RunRecord get(int index) {
        return records.get(index);
    }

    @Override
    public int size() {
        return records.size();
    }

    @Override
    public String text(int width) {
        return records.stream().map(record -> record.text(width)).collect(Collectors.joining("\n\n"));
    }

    @Override
    public Object json() {
        return records.stream().map(RunRecord::json).toList();
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
