package org.asterism.run;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/**
 * Knows whether a bundle is still what it was when some work with its classes began. An update takes away the classes
 * that were not loaded yet and the services, so that the work fails with errors that say nothing of the update. Any
 * thread may ask.
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
     * The present life of the bundle that a class is from.
     *
     * @param type any class; one outside of a framework has no bundle, and its life never ends
     * @return from now on
     */
    public static BundleLife of(Class<?> type) {
        return new BundleLife(FrameworkUtil.getBundle(type));
    }

    /**
     * What has ended it. Uses only classes of the JDK and the framework, as others of the bundle may be gone.
     *
     * @return such as {@code "bundle org.example 1.0.0 was updated"}; null if it goes on
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
        if (bundle.getState() == Bundle.STOPPING) { // an update stops it first, and its services go before all else
            return name + " was stopped or updated";
        }
        if (bundle.getBundleContext() == context) {
            return null;
        }
        return name + (bundle.getState() == Bundle.ACTIVE ? " was restarted" : " was stopped");
    }
}
