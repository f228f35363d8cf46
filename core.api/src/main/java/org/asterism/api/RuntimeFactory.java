package org.asterism.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes runtimes. The core registers one as a service; a {@link TaskRuntime} with default settings is a service too,
 * for programs that share one. Any thread may use it.
 */
@ProviderType
public interface RuntimeFactory {
    /**
     * Makes a runtime with the drivers and policies that are there; its maker closes it.
     *
     * @param configuration what it shall be like
     * @return a running runtime
     * @throws UnknownPolicyException if there is no policy of the name asked for
     * @throws PolicyRefusedException if the policy does not accept its properties or the workers
     * @throws IllegalArgumentException if a driver that is there refuses what the configuration says to it: the message
     *     says what is allowed
     */
    TaskRuntime create(RuntimeConfiguration configuration);
}
