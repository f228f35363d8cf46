package org.asterism.deploy.fileinstall.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

class ComponentLogTest {
    private static final Logger LINES = Logger.getLogger("org.asterism.load.components");

    private int state = Bundle.ACTIVE;

    private Bundle framework() {
        return (Bundle) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Bundle.class}, (proxy, method, arguments) -> state);
    }

    @Test
    void shouldSayNothingOfComponentsThatFailWhileTheFrameworkStops() {
        List<String> seen = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                    seen.add(entry.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        LINES.addHandler(handler);
        try {
            org.osgi.service.log.Logger log = new ComponentLog(null, framework()).getLogger("scr");
            log.warn("no {} to be had", "endpoint");
            state = Bundle.STOPPING;
            log.warn("could not get service");
            log.error("unable to get service", new IllegalStateException("gone"));
            assertEquals(List.of("no endpoint to be had"), seen);
        } finally {
            LINES.removeHandler(handler);
        }
    }
}
