package org.asterism.core.internal.plugin;

import org.asterism.spi.topology.TopologyProvider;

/**
 * A provider that knows how the machine is built.
 *
 * @param ranking the service's; the highest is asked
 * @param provider tells
 */
public record TopologyPlugin(int ranking, TopologyProvider provider) implements Plugin {
    @Override
    public String name() {
        return "";
    }
}
