package org.asterism.driver.cuda.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration for all runtimes, which a runtime can override. Values are checked when devices are opened. */
@ObjectClassDefinition(
        id = CudaConfiguration.PID,
        name = "Asterism CUDA driver",
        description = "Which NVIDIA devices are used, and how")
@interface CudaConfiguration {
    String PID = "org.asterism.driver.cuda";

    /**
     * Which devices are used.
     *
     * @return {@code all}, or numbers such as {@code 0,2}
     */
    @AttributeDefinition(name = "Devices", description = "Numbers of the devices to use, such as 0,2; or all")
    String devices() default "all";

    /**
     * How many workers each device gets.
     *
     * @return 0 for 1, or for as many as the number of workers that the runtime asks for needs
     */
    @AttributeDefinition(
            name = "Workers",
            description = "Workers per device, each with a stream of its own; 0 for as many as are needed",
            min = "0")
    int workers() default 0;

    /**
     * How many tasks each worker takes at a time.
     *
     * @return from 1
     */
    @AttributeDefinition(
            name = "Pipeline",
            description = "How many tasks each worker takes at a time, so that data come while kernels run",
            min = "1")
    int pipeline() default 2;

    /**
     * How much memory of each device is used.
     *
     * @return bytes, such as {@code 512m}; empty for all but the reserve
     */
    @AttributeDefinition(
            name = "Memory limit",
            description = "How much memory of each device is used for data, such as 512m or 2g; empty for all",
            required = false)
    String memory_limit() default "";

    /**
     * How much of the memory that is free when a device is opened is left for other uses.
     *
     * @return percent
     */
    @AttributeDefinition(
            name = "Memory reserve",
            description = "Percent of each device's free memory that data leave, for workspaces and for others",
            min = "0",
            max = "90")
    int memory_reserve() default 10;

    /**
     * Where compiled kernels are kept.
     *
     * @return a folder; empty for {@code ~/.cache/asterism/kernels}; {@code none} to keep none
     */
    @AttributeDefinition(
            name = "Cache",
            description = "Folder of compiled kernels; empty for ~/.cache/asterism/kernels, none to keep none",
            required = false)
    String cache() default "";
}
