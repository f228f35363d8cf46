package org.asterism.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleException;

class FrameworkLogTest {
    private final CapturedLog captured = CapturedLog.of("org.apache.felix.framework");
    private final List<String> seen = captured.messages();

    @AfterEach
    void leave() {
        captured.close();
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
