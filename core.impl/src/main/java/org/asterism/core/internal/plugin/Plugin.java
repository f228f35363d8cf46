package org.asterism.core.internal.plugin;

/**
 * A plug-in that can be used. Several of a kind may have one name: the one with the highest ranking is used, and of
 * those the first to come.
 */
public sealed interface Plugin permits PolicyPlugin, DriverPlugin, BalancerPlugin, LayoutPlugin, TopologyPlugin {
    /** The name by which it is asked for; empty for a topology. */
    String name();

    /** The service ranking. */
    default int ranking() {
        return 0;
    }
}
