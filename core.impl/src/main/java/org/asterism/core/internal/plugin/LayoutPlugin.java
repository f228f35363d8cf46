package org.asterism.core.internal.plugin;

import java.util.Map;
import java.util.function.Supplier;
import org.asterism.api.data.Layout;
import org.asterism.spi.layout.LayoutFactory;

/**
 * An available layout: the factory of one service registration.
 *
 * @param name the layout's name
 * @param provider the bundle that provides it
 * @param ranking the service ranking; of several factories of a name, the highest is used
 * @param service the source of the factory, which makes layouts
 */
public record LayoutPlugin(String name, String provider, int ranking, Supplier<LayoutFactory> service)
        implements Plugin {
    /** Makes a layout, or says whose factory could not. */
    Layout create(Map<String, ?> parameters) {
        Layout layout;
        try {
            layout = service.get().create(parameters);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    "layout '" + name + "' does not accept " + parameters + ": " + refused.getMessage(), refused);
        } catch (RuntimeException | LinkageError failure) {
            throw new IllegalStateException(failed("failed: " + failure), failure);
        }
        if (layout == null) {
            throw new IllegalStateException(failed("gave null rather than a layout"));
        }
        return layout;
    }

    private String failed(String how) {
        return "the factory of layout '" + name + "'" + (provider.isEmpty() ? "" : " of " + provider) + " " + how
                + ": ask its author";
    }
}
