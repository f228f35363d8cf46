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

    private Registration<LayoutFactory> add(long id, String layout, int ranking, LayoutFactory factory) {
        return add(new Registration<>(
                factory,
                Map.of(Constants.SERVICE_ID, id, Constants.SERVICE_RANKING, ranking, LayoutFactory.NAME, layout)));
    }

    private Registration<LayoutFactory> add(Registration<LayoutFactory> registration) {
        tracker.addLayout(registration.reference, registration);
        return registration;
    }

    private void remove(Registration<LayoutFactory> registration) {
        tracker.remove(registration.reference);
    }

    @Test
    void shouldMakeALayoutOfTheParametersWhileItsFactoryIsThere() {
        Registration<LayoutFactory> strip = add(
                1,
                "strip",
                0,
                parameters -> new VectorLayout(ElementType.INT, ((Number) parameters.get("length")).longValue()));
        assertEquals(new VectorLayout(ElementType.INT, 3), plugins.layout("strip", Map.of("length", 3)));
        assertEquals(List.of("strip"), plugins.layoutNames());
        remove(strip);
        assertEquals(List.of(), plugins.layoutNames());
        assertThrows(IllegalArgumentException.class, () -> plugins.layout("strip", Map.of("length", 3)));
    }

    @Test
    void shouldNameTheLayoutsThatThereAre() {
        add(1, "strip", 0, parameters -> SHORT);
        add(2, "band", 0, parameters -> SHORT);
        add(3, "band", 0, parameters -> SHORT);
        String message = assertThrows(IllegalArgumentException.class, () -> plugins.layout("bend", Map.of()))
                .getMessage();
        assertTrue(message.contains("'bend'") && message.contains("[band, strip]"), message);
    }

    @Test
    void shouldUseTheHighestRankedOfSeveralFactories() {
        add(1, "strip", 0, parameters -> SHORT);
        Registration<LayoutFactory> high = add(2, "strip", 5, parameters -> LONG);
        assertSame(LONG, plugins.layout("strip", Map.of()));
        remove(high);
        assertSame(SHORT, plugins.layout("strip", Map.of()));
    }

    @Test
    void shouldIgnoreAFactoryThatNamesNoLayout() {
        LayoutFactory factory = parameters -> SHORT;
        Registration<LayoutFactory> nameless = add(new Registration<>(factory, Map.of(Constants.SERVICE_ID, 3L)));
        assertEquals(List.of(), plugins.layoutNames());
        remove(nameless);
    }

    @Test
    void shouldSayWhichLayoutDoesNotAcceptItsParameters() {
        add(1, "strip", 0, parameters -> {
            throw new IllegalArgumentException("width: give 1 or more");
        });
        String message = assertThrows(IllegalArgumentException.class, () -> plugins.layout("strip", Map.of("width", 0)))
                .getMessage();
        assertTrue(message.contains("'strip'") && message.contains("{width=0}"), message);
        assertTrue(message.contains("give 1 or more"), message);
    }

    @Test
    void shouldSayWhoseFactoryIsAtFault() {
        add(1, "strip", 0, parameters -> null);
        add(2, "band", 0, parameters -> {
            throw new UnsupportedOperationException("not today");
        });
        String nothing = assertThrows(IllegalStateException.class, () -> plugins.layout("strip", Map.of()))
                .getMessage();
        assertTrue(nothing.contains("'strip'") && nothing.contains("null"), nothing);
        String failure = assertThrows(IllegalStateException.class, () -> plugins.layout("band", Map.of()))
                .getMessage();
        assertTrue(failure.contains("'band'") && failure.contains("not today"), failure);
    }
}
