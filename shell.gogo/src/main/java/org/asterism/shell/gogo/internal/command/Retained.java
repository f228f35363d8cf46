package org.asterism.shell.gogo.internal.command;

import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Service whose state outlives the commands that use it, such as a running recording. It is created when a command
 * first needs it, and kept until this bundle stops: Declarative Services ends a component that nobody uses, and Gogo
 * releases a command after each execution.
 *
 * @param <T> type of the service
 * @param bundle context of this bundle
 * @param type type of the service
 */
public record Retained<T>(BundleContext bundle, Class<T> type) {
    /**
     * Returns the service, which this bundle uses from now on.
     *
     * @return the service; empty if no running bundle provides it
     */
    public Optional<T> find() {
        ServiceReference<T> found = bundle.getServiceReference(type);
        return Optional.ofNullable(found == null ? null : bundle.getService(found));
    }

    /**
     * Returns the service, which this bundle uses from now on.
     *
     * @param provider bundle without which the service is missing, for the message
     * @return the service
     * @throws IllegalStateException if no running bundle provides it
     */
    public T get(String provider) {
        return find().orElseThrow(() ->
                new IllegalStateException("bundle " + provider + " is not running; start it, then repeat the command"));
    }
}
