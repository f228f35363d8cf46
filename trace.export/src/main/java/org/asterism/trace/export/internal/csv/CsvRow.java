package org.asterism.trace.export.internal.csv;

import java.util.List;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.output.Names;
import org.asterism.trace.export.internal.output.TextOutput;

/** Writes the cells of a row. A cell without a value is empty. */
final class CsvRow {
    private static final double NANOS_PER_MILLI = 1e6;

    private final TextOutput out;
    private boolean begun;

    CsvRow(TextOutput out) {
        this.out = out;
    }

    void empty() {
        next();
    }

    void text(String value) {
        String plain = Names.onOneLine(value);
        boolean quoted = plain.indexOf(',') >= 0 || plain.indexOf('"') >= 0;
        next().text(quoted ? '"' + plain.replace("\"", "\"\"") + '"' : plain);
    }

    void number(long value) {
        next().number(value);
    }

    /** Writes a place in an order; empty if it is -1. */
    void order(int place) {
        if (place < 0) {
            empty();
        } else {
            number(place);
        }
    }

    /** Writes an element of a list; empty if the list is too short. */
    void element(List<Long> values, int index) {
        if (index < values.size()) {
            number(values.get(index));
        } else {
            empty();
        }
    }

    void number(double value) {
        if (Double.isFinite(value)) {
            next().number(value);
        } else {
            empty();
        }
    }

    void time(TraceEvent event) {
        if (event == null) {
            empty();
        } else {
            time(event.time());
        }
    }

    void time(long time) {
        next().time(time);
    }

    void duration(long nanos) {
        next().duration(nanos);
    }

    void duration(double nanos) {
        number(nanos / NANOS_PER_MILLI);
    }

    void end() {
        out.line();
        begun = false;
    }

    private TextOutput next() {
        if (begun) {
            out.text(",");
        }
        begun = true;
        return out;
    }
}
