package org.asterism.run;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/**
 * Record of a bundle's state, which tells whether the bundle changed since some work with its classes began. An update
 * removes the services and the classes that are not loaded yet. The work then fails with errors that do not mention the
 * update. Thread-safe.
 */
public final class BundleLife {
    private final Bundle bundle;
    private final String name;
    private final BundleContext context;
    private final long modified;

    BundleLife(Bundle bundle) {
        this.bundle = bundle;
        name = bundle == null ? "" : "bundle " + bundle.getSymbolicName() + " " + bundle.getVersion();
        context = bundle == null ? null : bundle.getBundleContext();
        modified = bundle == null ? 0 : bundle.getLastModified();
    }

    /**
     * Records the present state of the bundle of a class.
     *
     * @param type any class; a class outside of a framework has no bundle, so its state never changes
     * @return the record
     */
    public static BundleLife of(Class<?> type) {
        return new BundleLife(FrameworkUtil.getBundle(type));
    }

    /**
     * Returns the event that changed the bundle. This method uses only classes of the JDK and the framework, because
     * others may not be loadable any more.
     *
     * @return such as {@code "bundle org.example 1.0.0 was updated"}; null if the bundle is unchanged
     */
    public String end() {
        if (bundle == null) {
            return null;
        }
        if (bundle.getState() == Bundle.UNINSTALLED) {
            return name + " was uninstalled";
        }
        if (bundle.getLastModified() != modified) {
            return name + " was updated";
        }
        if (bundle.getState() == Bundle.STOPPING) { // an update first stops the bundle and removes its services
            return name + " was stopped or updated";
        }
        if (bundle.getBundleContext() == context) {
            return null;
        }
        return name + (bundle.getState() == Bundle.ACTIVE ? " was restarted" : " was stopped");
    }
}
