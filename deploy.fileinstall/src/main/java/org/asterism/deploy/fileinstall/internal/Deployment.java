package org.asterism.deploy.fileinstall.internal;

import java.util.Hashtable;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.log.LoggerFactory;

/** Offers File Install what takes its files, and Declarative Services a log. */
public final class Deployment implements BundleActivator {
    /** Before whatever else takes such files. */
    private static final int RANKING = 100;

    private final Reports reports = new Reports();
    private BundleFiles bundles;

    @Override
    public void start(BundleContext context) {
        bundles = new BundleFiles(context, reports);
        Hashtable<String, Object> first = new Hashtable<>();
        first.put(Constants.SERVICE_RANKING, RANKING);
        context.registerService(LoggerFactory.class, new ComponentLog(bundles), null);
        context.registerService(ArtifactInstaller.class, bundles, first);
    }

    @Override
    public void stop(BundleContext context) {
        bundles.close();
    }
}
