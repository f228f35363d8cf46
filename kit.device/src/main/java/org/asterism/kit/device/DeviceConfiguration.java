package org.asterism.kit.device;

import org.osgi.service.metatype.annotations.AttributeDefinition;

/**
 * The part of a driver's configuration that all drivers of such devices have. A driver declares its own configuration
 * as an interface that extends this one, for {@code @ObjectClassDefinition}; {@link DeviceProperties} reads the values.
 */
public interface DeviceConfiguration {
    /** {@return the devices to use: {@code all}, or numbers such as {@code 0,2}} */
    @AttributeDefinition(
            name = "Devices",
            description = "Numbers of the devices to use, such as 0,2; or all",
            defaultValue = "all")
    String devices();

    /**
     * {@return workers per device; 0 for 1, or for as many as the number of workers that the runtime asks for needs}
     */
    @AttributeDefinition(
            name = "Workers",
            description = "Workers per device, each with a queue of its own; 0 for as many as are needed",
            min = "0",
            defaultValue = "0")
    int workers();

    /** {@return the number of tasks that each worker takes at a time, from 1} */
    @AttributeDefinition(
            name = "Pipeline",
            description = "How many tasks each worker takes at a time, so that data come while kernels run",
            min = "1",
            defaultValue = "2")
    int pipeline();

    /**
     * {@return the memory of each device that is used, in bytes such as {@code 512m}; empty for all but the reserve}
     */
    @AttributeDefinition(
            name = "Memory limit",
            description = "How much memory of each device is used for data, such as 512m or 2g; empty for all",
            required = false,
            defaultValue = "")
    String memory_limit();

    /** {@return the percentage of each device's memory that is left for other uses} */
    @AttributeDefinition(
            name = "Memory reserve",
            description = "Percent of each device's memory that data leave free, for workspaces and for others",
            min = "0",
            max = "90",
            defaultValue = "10")
    int memory_reserve();

    /** {@return the folder of compiled kernels; empty for the usual one, {@code none} to keep none} */
    @AttributeDefinition(
            name = "Cache",
            description = "Folder of compiled kernels; empty for ~/.cache/asterism/kernels, none to keep none",
            required = false,
            defaultValue = "")
    String cache();
}
