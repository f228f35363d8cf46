package org.asterism.testsupport;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/** The messages of some loggers, which nobody else gets until this is closed. */
public final class CapturedLog implements AutoCloseable {
    /** A logger, kept from being collected, and how it was before. */
    private record Captured(Logger logger, boolean usedParents, List<Handler> handlers) {
        Captured(String name) {
            this(Logger.getLogger(name));
        }

        private Captured(Logger logger) {
            this(logger, logger.getUseParentHandlers(), List.of(logger.getHandlers()));
        }
    }

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord entry) {
            messages.add(formatter.formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final List<Captured> captured;

    private CapturedLog(Stream<String> loggers) {
        captured = loggers.map(Captured::new).toList();
        for (Captured each : captured) {
            each.handlers.forEach(each.logger::removeHandler);
            each.logger.addHandler(handler);
            each.logger.setUseParentHandlers(false);
        }
    }

    /**
     * Captures what a class logs.
     *
     * @param speaker whose name its logger has
     */
    public static CapturedLog of(Class<?> speaker) {
        return of(speaker.getName());
    }

    /**
     * Captures what some loggers log, and those below them.
     *
     * @param loggers their names; the empty one is that of the root, above all others
     */
    public static CapturedLog of(String... loggers) {
        return new CapturedLog(Stream.of(loggers));
    }

    /** All messages so far, with their parameters filled in; the list grows while more are logged. */
    public List<String> messages() {
        return Collections.unmodifiableList(messages);
    }

    @Override
    public void close() {
        for (Captured each : captured) {
            each.logger.removeHandler(handler);
            each.handlers.forEach(each.logger::addHandler);
            each.logger.setUseParentHandlers(each.usedParents);
        }
    }
}
