package org.asterism.core.internal.plugin;

import java.util.function.Supplier;
import org.asterism.spi.topology.TopologyProvider;

/**
 * A provider that knows how the machine is built.
 *
 * @param ranking the service's; the highest is asked
 * @param service has the provider, which tells
 */
public record TopologyPlugin(int ranking, Supplier<TopologyProvider> service) implements Plugin {
    @Override
    public String name() {
        return "";
    }
}
