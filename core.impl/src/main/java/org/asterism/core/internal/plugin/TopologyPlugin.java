package org.asterism.core.internal.plugin;

import java.util.function.Supplier;
import org.asterism.spi.topology.TopologyProvider;

/**
 * An available provider of the machine's topology.
 *
 * @param ranking the service ranking; the highest is asked
 * @param service the source of the provider
 */
public record TopologyPlugin(int ranking, Supplier<TopologyProvider> service) implements Plugin {
    @Override
    public String name() {
        return "";
    }
}
