package org.asterism.launcher;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;

/**
 * {@code warning: org.asterism.core.impl: text (cause at place)}: a line per message, without a date. The property
 * {@code org.asterism.launcher.OneLineFormatter.stackTraces=true} of {@code conf/logging.properties} adds stack traces.
 */
public final class OneLineFormatter extends Formatter {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final boolean stackTraces;

    /** Made by {@code java.util.logging}, from the name in {@code conf/logging.properties}. */
    public OneLineFormatter() {
        this(Boolean.parseBoolean(
                LogManager.getLogManager().getProperty(OneLineFormatter.class.getName() + ".stackTraces")));
    }

    OneLineFormatter(boolean stackTraces) {
        this.stackTraces = stackTraces;
    }

    @Override
    public String format(LogRecord record) {
        var line = new StringBuilder()
                .append(word(record.getLevel()))
                .append(": ")
                .append(bundle(record.getLoggerName()))
                .append(": ")
                .append(onOneLine(formatMessage(record)));
        var thrown = record.getThrown();
        if (thrown != null) {
            String described = describe(thrown, line.toString());
            line.append(described.isEmpty() ? "" : " (" + described + ")");
        }
        line.append(System.lineSeparator());
        if (thrown != null && stackTraces) {
            var trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace, true));
            line.append(trace);
        }
        return line.toString();
    }

    /** Loggers are named after classes, which tell a user nothing: what stands before them is the bundle's name. */
    private static String bundle(String logger) {
        return logger == null ? "log" : logger.replaceFirst("\\.internal\\..*|\\.[A-Z][\\w$]*$", "");
    }

    private static String word(Level level) {
        int value = level.intValue();
        return value >= Level.SEVERE.intValue()
                ? "error"
                : value >= Level.WARNING.intValue() ? "warning" : value >= Level.INFO.intValue() ? "info" : "debug";
    }

    /** The root cause, unless the line has it already, and where it was thrown. */
    private static String describe(Throwable thrown, String line) {
        var cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        var trace = cause.getStackTrace();
        var text = onOneLine(cause.toString());
        var place = trace.length == 0 ? "" : "at " + trace[0];
        return line.contains(text) ? place : (text + " " + place).strip();
    }

    /**
     * Without control characters, which a file's content may have brought into a message: they could clear the screen.
     */
    private static String onOneLine(String text) {
        return CONTROL.matcher(text.replaceAll("\\s*\\R\\s*", " "))
                .replaceAll(
                        match -> String.format("\\\\u%04x", (int) match.group().charAt(0)));
    }
}
