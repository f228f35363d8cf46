package org.asterism.testsupport;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A handler of log messages that throws at each, until this is closed: handlers of others may be faulty. */
public final class ThrowingLog implements AutoCloseable {
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            throw new IllegalStateException("the appender's bundle was stopped");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final Logger logger;

    private ThrowingLog(Logger logger) {
        this.logger = logger;
        logger.addHandler(handler);
    }

    /**
     * Throws when a class logs.
     *
     * @param speaker whose name its logger has
     */
    public static ThrowingLog of(Class<?> speaker) {
        return new ThrowingLog(Logger.getLogger(speaker.getName()));
    }

    /** Throws whenever something is logged. */
    public static ThrowingLog ofAll() {
        return new ThrowingLog(Logger.getLogger(""));
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
