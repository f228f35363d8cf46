package org.asterism.core.internal.plugin;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;

/**
 * The service of a plug-in. Its component is activated when the service is first needed, so a start loads no class of
 * an unused plug-in.
 *
 * <p><b>Threads.</b> Any number. No lock is held during calls to the container.
 *
 * @param <S> the service's type
 */
final class TrackedService<S> implements Supplier<S> {
    private final ServiceReference<S> reference;
    private final ComponentServiceObjects<S> objects;
    private final AtomicReference<S> service = new AtomicReference<>();
    private volatile boolean isReleased;

    TrackedService(ServiceReference<S> reference, ComponentServiceObjects<S> objects) {
        this.reference = reference;
        this.objects = objects;
    }

    /**
     * The service.
     *
     * @throws IllegalStateException if its component cannot be activated, or its bundle has left
     */
    @Override
    public S get() {
        S known = service.get();
        if (known != null) {
            return known;
        }
        S fetched = isReleased ? null : objects.getService();
        if (fetched == null) {
            throw new IllegalStateException("the service of " + provider()
                    + " cannot be had: its bundle has stopped, or its component fails as the log says");
        }
        if (!service.compareAndSet(null, fetched)) {
            objects.ungetService(fetched);
        } else if (isReleased) {
            release(); // it was unregistered meanwhile: nobody else would give it back
        }
        return get();
    }

    /** Gives the service back to the container for good, when it is unregistered. */
    void release() {
        isReleased = true;
        S known = service.getAndSet(null);
        if (known != null) {
            objects.ungetService(known);
        }
    }

    /** The bundle that has registered it, with its version; empty if it has gone. */
    String provider() {
        Bundle bundle = reference.getBundle();
        return bundle == null ? "" : bundle.getSymbolicName() + " " + bundle.getVersion();
    }
}
