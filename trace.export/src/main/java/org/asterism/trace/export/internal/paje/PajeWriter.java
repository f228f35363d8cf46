package org.asterism.trace.export.internal.paje;

import org.asterism.trace.export.internal.output.Names;
import org.asterism.trace.export.internal.output.TextOutput;

/** Writes the lines of a trace. */
final class PajeWriter {
    private final TextOutput out;

    PajeWriter(TextOutput out) {
        this.out = out;
    }

    /** Declares the kinds of lines. */
    void declareEvents() {
        for (PajeEvent event : PajeEvent.values()) {
            out.text("%EventDef ")
                    .text(event.event())
                    .text(" ")
                    .number(event.ordinal())
                    .line();
            for (String field : event.fields()) {
                out.text("% ").line(field);
            }
            out.line("%EndEventDef");
        }
    }

    /** Writes a line without a time; names that are no aliases come {@link #quoted}. */
    void define(PajeEvent event, String... fields) {
        out.number(event.ordinal());
        append(fields);
        out.line();
    }

    /** Writes a line with a time. */
    void at(long time, PajeEvent event, String... fields) {
        begin(time, event);
        append(fields);
        out.line();
    }

    /** Writes a line with a time, whose last field is a number. */
    void at(long time, PajeEvent event, double value, String... fields) {
        begin(time, event);
        append(fields);
        out.text(" ").number(value).line();
    }

    private void begin(long time, PajeEvent event) {
        out.number(event.ordinal()).text(" ").time(time);
    }

    private void append(String... fields) {
        for (String field : fields) {
            out.text(" ").text(field);
        }
    }

    /** The format knows no way to write a double quote in a string. */
    static String quoted(String text) {
        return '"' + Names.onOneLine(text).replace('"', '\'') + '"';
    }
}
