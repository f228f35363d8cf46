package org.asterism.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes runtimes. The core registers one as a service; a {@link TaskRuntime} with default settings is a service too,
 * for programs that share one. Any thread may use it.
 */
@ProviderType
public interface RuntimeFactory {
    /**
     * Makes a runtime with the available drivers and policies; its maker closes it.
     *
     * @param configuration the settings
     * @return a running runtime
     * @throws UnknownPolicyException if no policy has the requested name
     * @throws PolicyRefusedException if the policy does not accept its properties or the workers
     * @throws IllegalArgumentException if an available driver refuses its properties: the message says what is allowed
     */
    TaskRuntime create(RuntimeConfiguration configuration);
}
