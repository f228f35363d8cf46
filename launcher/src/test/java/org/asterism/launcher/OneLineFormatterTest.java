package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class OneLineFormatterTest {
    @Test
    void shouldNameTheBundleRatherThanTheClassThatLogs() {
        for (String name :
                new String[] {"org.asterism.core", "org.asterism.core.internal.run.Core", "org.asterism.core.Core"}) {
            LogRecord record = new LogRecord(Level.WARNING, "late");
            record.setLoggerName(name);
            assertEquals(
                    "warning: org.asterism.core: late" + System.lineSeparator(),
                    new OneLineFormatter(false).format(record));
        }
    }

    @Test
    void shouldPrintLevelLoggerAndTextWithoutDate() {
        var record = record(Level.WARNING, "worker {0} is late");
        record.setParameters(new Object[] {3});
        assertEquals(
                "warning: org.asterism.core: worker 3 is late" + System.lineSeparator(),
                new OneLineFormatter(false).format(record));
    }

    @Test
    void shouldGiveRootCauseAndItsPlaceInTheSameLine() {
        var record = record(Level.SEVERE, "policy 'mine' failed");
        var cause = new IllegalStateException("two\nlines");
        cause.setStackTrace(new StackTraceElement[] {new StackTraceElement("Mine", "pop", "Mine.java", 12)});
        record.setThrown(new RuntimeException("wrapper", cause));
        assertEquals(
                "error: org.asterism.core: policy 'mine' failed"
                        + " (java.lang.IllegalStateException: two lines at Mine.pop(Mine.java:12))"
                        + System.lineSeparator(),
                new OneLineFormatter(false).format(record));
    }

    @Test
    void shouldNotRepeatACauseThatTheMessageHas() {
        var record = record(Level.WARNING, "breakpoint 1 threw java.lang.IllegalStateException: oops");
        var thrown = new IllegalStateException("oops");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("Mine", "pop", "Mine.java", 12)});
        record.setThrown(thrown);
        assertEquals(
                "warning: org.asterism.core: breakpoint 1 threw java.lang.IllegalStateException: oops"
                        + " (at Mine.pop(Mine.java:12))" + System.lineSeparator(),
                new OneLineFormatter(false).format(record));
    }

    @Test
    void shouldShowControlCharactersOfAMessageAsWhatTheyAre() {
        assertEquals(
                "warning: org.asterism.core: 'a\\u001b[2J' is no name" + System.lineSeparator(),
                new OneLineFormatter(false).format(record(Level.WARNING, "'a\u001b[2J' is\n no name")));
    }

    @Test
    void shouldAddStackTraceOnlyWhenAskedTo() {
        var record = record(Level.INFO, "text");
        record.setThrown(new IllegalStateException("reason"));
        assertEquals(1, new OneLineFormatter(false).format(record).lines().count());
        assertTrue(new OneLineFormatter(true).format(record).lines().count() > 2);
    }

    private static LogRecord record(Level level, String text) {
        var record = new LogRecord(level, text);
        record.setLoggerName("org.asterism.core");
        return record;
    }
}
