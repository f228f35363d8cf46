package org.asterism.trace.export.internal.records;

import org.asterism.trace.export.internal.output.Names;
import org.asterism.trace.export.internal.output.TextOutput;

/** Writes records: a line per field, and an empty line behind each record. A field without a value has no line. */
final class RecordWriter {
    private final TextOutput out;

    RecordWriter(TextOutput out) {
        this.out = out;
    }

    RecordWriter text(String field, String value) {
        if (!value.isEmpty()) {
            name(field).line(Names.onOneLine(value));
        }
        return this;
    }

    RecordWriter number(String field, long value) {
        name(field).number(value).line();
        return this;
    }

    RecordWriter number(String field, double value) {
        name(field).number(value).line();
        return this;
    }

    RecordWriter hex(String field, int value) {
        return text(field, Integer.toHexString(value));
    }

    RecordWriter time(String field, long time) {
        name(field).time(time).line();
        return this;
    }

    void end() {
        out.line();
    }

    private TextOutput name(String field) {
        return out.text(field).text(": ");
    }
}
