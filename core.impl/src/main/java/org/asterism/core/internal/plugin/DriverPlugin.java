package org.asterism.core.internal.plugin;

import org.asterism.spi.driver.Driver;

/**
 * A driver that can be used.
 *
 * @param name the driver's name
 * @param driver opens compute units
 */
public record DriverPlugin(String name, Driver driver) implements Plugin {}
