package org.asterism.deploy.fileinstall.internal;

import java.time.Duration;
import java.util.Hashtable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.AllServiceListener;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceEvent;
import org.osgi.service.log.LoggerFactory;

/** Offers File Install the handlers of its files, and Declarative Services a log. */
public final class Deployment implements BundleActivator {
    /** Before whatever else takes such files. */
    private static final int RANKING = 100;

    private static final Duration AFTER_SERVICES = Duration.ofMillis(200);

    private final Reports reports = new Reports();
    private final AtomicBoolean retries = new AtomicBoolean();
    private BundleFiles bundles;

    @Override
    public void start(BundleContext context) {
        bundles = new BundleFiles(context, reports);
        Hashtable<String, Object> first = new Hashtable<>();
        first.put(Constants.SERVICE_RANKING, RANKING);
        context.registerService(LoggerFactory.class, new ComponentLog(bundles, context.getBundle(0)), null);
        context.registerService(ArtifactInstaller.class, bundles, first);
        ConfigurationFiles configurations = new ConfigurationFiles(
                new ConfigurationStore(context, context.getDataFile("trial").toPath()),
                new ConfigurationChecks(context),
                reports);
        context.registerService(ArtifactInstaller.class, configurations, first);
        context.addServiceListener((AllServiceListener) event -> {
            if (event.getType() == ServiceEvent.REGISTERED) {
                retrySoon(configurations);
            }
        });
    }

    /** Services come in great numbers, and each may be what a refused configuration names. */
    private void retrySoon(ConfigurationFiles configurations) {
        if (configurations.hasRefused() && retries.compareAndSet(false, true)) {
            bundles.alarm(AFTER_SERVICES, () -> {
                retries.set(false);
                configurations.retry();
            });
        }
    }

    @Override
    public void stop(BundleContext context) {
        bundles.close();
    }
}
