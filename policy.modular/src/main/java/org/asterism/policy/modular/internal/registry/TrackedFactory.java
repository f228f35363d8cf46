package org.asterism.policy.modular.internal.registry;

import java.util.concurrent.atomic.AtomicReference;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Component factory that obtains its service when a tree first needs it, so that a start loads no class of a component
 * that no policy in use has.
 *
 * <p><b>Threads.</b> Any. No lock is held during calls to the container.
 */
final class TrackedFactory implements SchedulingComponentFactory {
    private final BundleContext context;
    private final ServiceReference<SchedulingComponentFactory> reference;
    private final AtomicReference<SchedulingComponentFactory> service = new AtomicReference<>();

    TrackedFactory(BundleContext context, ServiceReference<SchedulingComponentFactory> reference) {
        this.context = context;
        this.reference = reference;
    }

    /** Returns the name and version of the bundle that has registered the service; empty if it has gone. */
    String provider() {
        Bundle bundle = reference.getBundle();
        return bundle == null ? "" : bundle.getSymbolicName() + " " + bundle.getVersion();
    }

    @Override
    public SchedulingComponent create(ComponentContext place) {
        return service().create(place);
    }

    @Override
    public boolean asksForEstimates() {
        return service().asksForEstimates();
    }

    private SchedulingComponentFactory service() {
        SchedulingComponentFactory known = service.get();
        if (known != null) {
            return known;
        }
        SchedulingComponentFactory fetched = context.getService(reference);
        if (fetched == null) {
            throw new IllegalStateException("component '" + reference.getProperty(NAME) + "' of bundle " + provider()
                    + " cannot be created: its bundle has stopped, or its factory fails as the log says");
        }
        if (service.compareAndSet(null, fetched)) {
            return fetched;
        }
        context.ungetService(reference);
        return service();
    }

    /** Gives the service back to the container when no tree uses it any more. */
    void release() {
        if (service.getAndSet(null) != null) {
            context.ungetService(reference);
        }
    }
}
