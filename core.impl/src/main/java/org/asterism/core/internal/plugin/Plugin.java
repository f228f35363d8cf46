package org.asterism.core.internal.plugin;

/**
 * An available plug-in. If several of a kind have the same name, the runtime uses the one with the highest ranking.
 * Among equals it uses the one that came first.
 */
public sealed interface Plugin permits PolicyPlugin, DriverPlugin, BalancerPlugin, LayoutPlugin, TopologyPlugin {
    /** The name by which it is asked for; empty for a topology. */
    String name();

    /** The service ranking. */
    default int ranking() {
        return 0;
    }
}
