package org.asterism.core.internal.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Layout;
import org.asterism.api.data.VectorLayout;
import org.asterism.spi.layout.LayoutFactory;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Constants;

/** Layouts by name, as services bring them and take them away. */
final class LayoutTrackingTest {
    private static final Layout SHORT = new VectorLayout(ElementType.BYTE, 1);
    private static final Layout LONG = new VectorLayout(ElementType.BYTE, 2);

    private final PluginTracker tracker = new PluginTracker();
    private final Plugins plugins = tracker.plugins();

    private static Map<String, Object> service(long id, String layout, int ranking) {
        return Map.of(Constants.SERVICE_ID, id, Constants.SERVICE_RANKING, ranking, LayoutFactory.NAME, layout);
    }

    @Test
    void shouldMakeALayoutOfTheParametersWhileItsFactoryIsThere() {
        LayoutFactory factory =
                parameters -> new VectorLayout(ElementType.INT, ((Number) parameters.get("length")).longValue());
        tracker.addLayout(factory, service(1, "strip", 0));
        assertEquals(new VectorLayout(ElementType.INT, 3), plugins.layout("strip", Map.of("length", 3)));
        assertEquals(List.of("strip"), plugins.layoutNames());
        tracker.removeLayout(factory, service(1, "strip", 0));
        assertEquals(List.of(), plugins.layoutNames());
        assertThrows(IllegalArgumentException.class, () -> plugins.layout("strip", Map.of("length", 3)));
    }

    @Test
    void shouldNameTheLayoutsThatThereAre() {
        tracker.addLayout(parameters -> SHORT, service(1, "strip", 0));
        tracker.addLayout(parameters -> SHORT, service(2, "band", 0));
        tracker.addLayout(parameters -> SHORT, service(3, "band", 0));
        String message = assertThrows(IllegalArgumentException.class, () -> plugins.layout("bend", Map.of()))
                .getMessage();
        assertTrue(message.contains("'bend'") && message.contains("[band, strip]"), message);
    }

    @Test
    void shouldUseTheHighestRankedOfSeveralFactories() {
        LayoutFactory low = parameters -> SHORT;
        LayoutFactory high = parameters -> LONG;
        tracker.addLayout(low, service(1, "strip", 0));
        tracker.addLayout(high, service(2, "strip", 5));
        assertSame(LONG, plugins.layout("strip", Map.of()));
        tracker.removeLayout(high, service(2, "strip", 5));
        assertSame(SHORT, plugins.layout("strip", Map.of()));
    }

    @Test
    void shouldIgnoreAFactoryThatNamesNoLayout() {
        Map<String, Object> nameless = Map.of(Constants.SERVICE_ID, 3L);
        LayoutFactory factory = parameters -> SHORT;
        tracker.addLayout(factory, nameless);
        assertEquals(List.of(), plugins.layoutNames());
        tracker.removeLayout(factory, nameless);
    }

    @Test
    void shouldSayWhichLayoutDoesNotAcceptItsParameters() {
        tracker.addLayout(
                parameters -> {
                    throw new IllegalArgumentException("width: give 1 or more");
                },
                service(1, "strip", 0));
        String message = assertThrows(IllegalArgumentException.class, () -> plugins.layout("strip", Map.of("width", 0)))
                .getMessage();
        assertTrue(message.contains("'strip'") && message.contains("{width=0}"), message);
        assertTrue(message.contains("give 1 or more"), message);
    }

    @Test
    void shouldSayWhoseFactoryIsAtFault() {
        tracker.addLayout(parameters -> null, service(1, "strip", 0));
        tracker.addLayout(
                parameters -> {
                    throw new UnsupportedOperationException("not today");
                },
                service(2, "band", 0));
        String nothing = assertThrows(IllegalStateException.class, () -> plugins.layout("strip", Map.of()))
                .getMessage();
        assertTrue(nothing.contains("'strip'") && nothing.contains("null"), nothing);
        String failure = assertThrows(IllegalStateException.class, () -> plugins.layout("band", Map.of()))
                .getMessage();
        assertTrue(failure.contains("'band'") && failure.contains("not today"), failure);
    }
}
