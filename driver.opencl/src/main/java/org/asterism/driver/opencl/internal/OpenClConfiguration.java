package org.asterism.driver.opencl.internal;

import org.asterism.kit.device.DeviceConfiguration;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration for all runtimes, which a runtime can override. Values are checked when devices are opened. */
@ObjectClassDefinition(
        id = OpenClConfiguration.PID,
        name = "Asterism OpenCL driver",
        description = "Which OpenCL devices are used, and how")
interface OpenClConfiguration extends DeviceConfiguration {
    String PID = "org.asterism.driver.opencl";

    /** {@return a part of the platform's name, in any case; empty for all} */
    @AttributeDefinition(
            name = "Platform",
            description = "A part of the names of the platforms whose devices are used; empty for all",
            required = false,
            defaultValue = "")
    String platform();

    /**
     * {@return whether devices that are processors of the host are used; false to leave them to the driver for them}
     */
    @AttributeDefinition(
            name = "CPU devices",
            description = "Whether devices are used that compute on the processors of this machine",
            defaultValue = "false")
    boolean cpu_devices();

    /** {@return whether devices that share main memory work in it; false to copy data to them all the same} */
    @AttributeDefinition(
            name = "Zero copy",
            description = "Whether devices that share main memory work in it, so that nothing is copied",
            defaultValue = "false")
    boolean zero_copy();

    /** {@return one number of compute units for equal parts, several for one part each; empty for whole devices} */
    @AttributeDefinition(
            name = "Sub-devices",
            description = "Compute units of each part of a device: one number for equal parts, or one per part",
            required = false,
            defaultValue = "")
    String sub_devices();

    /** {@return whether kernels of one worker may overlap; false for queues that keep the order} */
    @AttributeDefinition(
            name = "Out of order",
            description = "Whether kernels of one worker may run at the same time, where the device can do that",
            defaultValue = "false")
    boolean out_of_order();

    /** {@return whether devices of one platform copy to each other; false for copies through main memory} */
    @AttributeDefinition(
            name = "Shared context",
            description = "Whether the devices of a platform share a context, and copy to each other directly",
            defaultValue = "false")
    boolean shared_context();
}
