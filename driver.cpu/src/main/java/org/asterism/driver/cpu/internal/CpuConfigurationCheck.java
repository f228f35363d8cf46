package org.asterism.driver.cpu.internal;

import java.util.Map;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Component;

/**
 * Says what is wrong with a configuration of the driver before it is used, to whoever reads it from a file: a change
 * makes the driver open its workers anew, and with a wrong one there would be none. Any thread may ask.
 */
@Component(service = Consumer.class, property = "asterism.configuration=" + CpuConfiguration.PID)
public final class CpuConfigurationCheck implements Consumer<Map<String, Object>> {
    /** Made by Declarative Services. */
    public CpuConfigurationCheck() {}

    /** Throws an IllegalArgumentException with the property, its value and what is allowed. */
    @Override
    public void accept(Map<String, Object> properties) {
        if (properties.get("cpus") instanceof Object text) {
            Settings.cpus(text.toString());
        }
    }
}
