package org.asterism.driver.cuda.internal;

import java.util.Map;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Checks a configuration of the driver before it is used, for the reader of a configuration file. After each change,
 * the driver opens its devices again. With a wrong configuration there would be none. Any thread may ask.
 */
@Component(
        service = Consumer.class,
        property = "asterism.configuration=" + CudaConfiguration.PID,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class CudaConfigurationCheck implements Consumer<Map<String, Object>> {
    /** Called by Declarative Services. */
    public CudaConfigurationCheck() {}

    /** Throws an IllegalArgumentException with the property, its value and what is allowed. */
    @Override
    public void accept(Map<String, Object> properties) {
        CudaSettings.of(properties, Map.of());
    }
}
