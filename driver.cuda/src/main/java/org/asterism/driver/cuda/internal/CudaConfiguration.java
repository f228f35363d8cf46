package org.asterism.driver.cuda.internal;

import org.asterism.kit.device.DeviceConfiguration;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration for all runtimes, which a runtime can override. Values are checked when devices are opened. */
@ObjectClassDefinition(
        id = CudaConfiguration.PID,
        name = "Asterism CUDA driver",
        description = "Which NVIDIA devices are used, and how")
interface CudaConfiguration extends DeviceConfiguration {
    String PID = "org.asterism.driver.cuda";
}
