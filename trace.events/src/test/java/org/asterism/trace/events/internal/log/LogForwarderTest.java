package org.asterism.trace.events.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.logging.Logger;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.service.log.LogService;

/** The way of messages whose code is in no bundle; {@code OperationsIT} has those of bundles. */
class LogForwarderTest {
    private static final Logger OURS = Logger.getLogger("org.asterism");

    private final CapturedLog root = CapturedLog.of("");
    private final List<String> others = root.messages();

    @AfterEach
    void leave() {
        root.close();
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
            throw new AssertionError(method + " is called");
        }));
    }

    @Test
    void shouldLeaveMessagesOfCodeOutsideOfBundlesToTheHandlersThatHadThem() {
        LogForwarder forwarder = new LogForwarder(unused(LogService.class), unused(BundleContext.class));
        assertEquals(1, OURS.getHandlers().length);
        assertFalse(OURS.getUseParentHandlers());
        System.getLogger("org.asterism.launcher").log(System.Logger.Level.WARNING, "late");
        assertEquals(List.of("late"), others);
        forwarder.deactivate();
        assertEquals(0, OURS.getHandlers().length);
        assertTrue(OURS.getUseParentHandlers());
        System.getLogger("org.asterism.launcher").log(System.Logger.Level.WARNING, "later");
        assertEquals(List.of("late", "later"), others);
    }

    @Test
    void shouldReturnMessagesWhenTheLastOfSeveralFrameworksStops() {
        LogForwarder first = new LogForwarder(unused(LogService.class), unused(BundleContext.class));
        LogForwarder second = new LogForwarder(unused(LogService.class), unused(BundleContext.class));
        first.deactivate();
        assertEquals(1, OURS.getHandlers().length);
        assertFalse(OURS.getUseParentHandlers());
        second.deactivate();
        assertEquals(0, OURS.getHandlers().length);
        assertTrue(OURS.getUseParentHandlers());
    }
}
