package org.asterism.driver.opencl.internal;

import java.util.Map;
import java.util.function.Consumer;
import org.asterism.driver.opencl.internal.settings.Settings;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Checks a configuration of the driver before it is used, for the reader of a configuration file. After each change,
 * the driver opens its devices again. With a wrong configuration there would be none. Any thread may ask.
 */
@Component(
        service = Consumer.class,
        property = "asterism.configuration=" + OpenClConfiguration.PID,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class OpenClConfigurationCheck implements Consumer<Map<String, Object>> {
    /** Called by Declarative Services. */
    public OpenClConfigurationCheck() {}

    /** Throws an IllegalArgumentException with the property, its value and what is allowed. */
    @Override
    public void accept(Map<String, Object> properties) {
        Settings.of(properties, Map.of());
    }
}
