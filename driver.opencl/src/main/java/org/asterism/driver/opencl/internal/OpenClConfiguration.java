package org.asterism.driver.opencl.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration for all runtimes, which a runtime can override. Values are checked when devices are opened. */
@ObjectClassDefinition(
        id = OpenClConfiguration.PID,
        name = "Asterism OpenCL driver",
        description = "Which OpenCL devices are used, and how")
@interface OpenClConfiguration {
    String PID = "org.asterism.driver.opencl";

    /**
     * Which devices are used.
     *
     * @return {@code all}, or numbers such as {@code 0,2}
     */
    @AttributeDefinition(name = "Devices", description = "Numbers of the devices to use, such as 0,2; or all")
    String devices() default "all";

    /**
     * Of which platforms devices are used.
     *
     * @return a part of the platform's name, in any case; empty for all
     */
    @AttributeDefinition(
            name = "Platform",
            description = "A part of the names of the platforms whose devices are used; empty for all",
            required = false)
    String platform() default "";

    /**
     * Whether devices that are processors of the host are used.
     *
     * @return false to leave them to the driver for them
     */
    @AttributeDefinition(
            name = "CPU devices",
            description = "Whether devices are used that compute on the processors of this machine")
    boolean cpu_devices() default false;

    /**
     * How many workers each device gets.
     *
     * @return 0 for 1, or for as many as the number of workers that the runtime asks for needs
     */
    @AttributeDefinition(
            name = "Workers",
            description = "Workers per device, each with a queue of its own; 0 for as many as are needed",
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
     * How much of each device's memory is left for other uses.
     *
     * @return percent
     */
    @AttributeDefinition(
            name = "Memory reserve",
            description = "Percent of each device's memory that data leave free, for workspaces and for others",
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

    /**
     * Whether devices that share main memory work in it.
     *
     * @return false to copy data to them all the same
     */
    @AttributeDefinition(
            name = "Zero copy",
            description = "Whether devices that share main memory work in it, so that nothing is copied")
    boolean zero_copy() default false;

    /**
     * How devices are divided.
     *
     * @return one number of compute units for parts that are alike, several for one part each; empty to leave them
     *     whole
     */
    @AttributeDefinition(
            name = "Sub-devices",
            description = "Compute units of each part of a device: one number for equal parts, or one per part",
            required = false)
    String sub_devices() default "";

    /**
     * Whether kernels of one worker may overlap.
     *
     * @return false for queues that keep the order
     */
    @AttributeDefinition(
            name = "Out of order",
            description = "Whether kernels of one worker may run at the same time, where the device can do that")
    boolean out_of_order() default false;

    /**
     * Whether devices of one platform copy to each other.
     *
     * @return false to have them copy through main memory
     */
    @AttributeDefinition(
            name = "Shared context",
            description = "Whether the devices of a platform share a context, and copy to each other directly")
    boolean shared_context() default false;
}
