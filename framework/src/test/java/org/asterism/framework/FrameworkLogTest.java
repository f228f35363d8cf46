package org.asterism.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleException;

class FrameworkLogTest {
    private final Logger logger = Logger.getLogger("org.apache.felix.framework");
    private final List<String> seen = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord message) {
            seen.add(message.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setLevel(Level.WARNING);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
    }

    private static NullPointerException in(String type, String method) {
        var thrown = new NullPointerException("\"session\" is null");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement(type, method, "X.java", 114)});
        return thrown;
    }

    @Test
    void shouldKeepQuietAboutASessionThatGogoFindsCollectedWhenItStops() {
        var log = new FrameworkLog();
        var gogo = in("org.apache.felix.gogo.runtime.CommandProcessorImpl", "stop");
        log.doLog(FrameworkLog.LOG_ERROR, "Error stopping bundle.", gogo);
        log.doLog(FrameworkLog.LOG_ERROR, "Error stopping it.", new BundleException("Activator stop error", gogo));
        assertEquals(List.of(), seen);
    }

    @Test
    void shouldReportOtherFailuresOfBundlesThatStop() {
        var log = new FrameworkLog();
        log.doLog(FrameworkLog.LOG_ERROR, "one", in("org.apache.felix.gogo.runtime.CommandProcessorImpl", "start"));
        log.doLog(FrameworkLog.LOG_ERROR, "two", in("org.example.Activator", "stop"));
        log.doLog(FrameworkLog.LOG_ERROR, "three", null);
        assertEquals(List.of("one", "two", "three"), seen);
    }
}
