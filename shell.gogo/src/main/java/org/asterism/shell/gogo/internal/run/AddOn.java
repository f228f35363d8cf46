package org.asterism.shell.gogo.internal.run;

import java.util.Collection;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * A service of bundles that are started only when somebody needs them. The launcher registers a {@link Runnable} for
 * each of the distribution's add-ons, which installs and starts its bundles.
 *
 * @param <T> type of the service
 * @param bundle context of this bundle
 * @param name name of the add-on
 * @param type type of the service
 */
record AddOn<T>(BundleContext bundle, String name, Class<T> type) {
    private static final String PROPERTY = "asterism.addon";

    /** How long its bundles may take to start. */
    private static final long PATIENCE_MILLIS = 10_000;

    /**
     * Returns the service, and starts its bundles if nobody has.
     *
     * @return the service, which this bundle uses from now on
     * @throws UsageException if there is no such add-on
     * @throws IllegalStateException if its bundles do not start: the message says why
     */
    T find() throws InterruptedException {
        T found = new Retained<>(bundle, type).find().orElse(null);
        if (found != null) {
            return found;
        }
        starter().run();
        ServiceTracker<T, T> tracker = new ServiceTracker<>(bundle, type, null);
        tracker.open();
        try {
            if (tracker.waitForService(PATIENCE_MILLIS) == null) {
                throw new IllegalStateException("the add-on '" + name + "' has not started within "
                        + PATIENCE_MILLIS / 1_000 + " s: see asterism's messages");
            }
            return new Retained<>(bundle, type).get(name);
        } finally {
            tracker.close();
        }
    }

    private Runnable starter() {
        try {
            Collection<ServiceReference<Runnable>> starters =
                    bundle.getServiceReferences(Runnable.class, "(" + PROPERTY + "=" + name + ")");
            if (!starters.isEmpty()) {
                return bundle.getService(starters.iterator().next());
            }
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
        throw new UsageException("this needs the bundle " + name + ", which is not running: install it and the bundles"
                + " that it needs");
    }
}
