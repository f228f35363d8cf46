package org.asterism.deploy.fileinstall.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Namespace;

/** Rewires bundles, with all bundles wired to them, and waits for that. */
final class Refreshing {
    /**
     * Bundles that are wired to the refreshed ones may not come back from their stop; nobody waits for ever for that.
     */
    private static final long PATIENCE_SECONDS = 60;

    private Refreshing() {}

    /** Refreshes a bundle that was updated or uninstalled. */
    static void refresh(BundleContext context, Bundle bundle) {
        refresh(context, List.of(bundle));
    }

    /**
     * Refreshes those that can do more with a bundle that has come: the host of a fragment, and who would like its
     * packages.
     */
    static void afterInstall(BundleContext context, Bundle fresh) {
        List<Bundle> affected = new ArrayList<>();
        for (Bundle each : context.getBundles()) {
            if (each.getBundleId() != 0 && each != fresh && (isHost(each, fresh) || wouldImport(each, fresh))) {
                affected.add(each);
            }
        }
        if (!affected.isEmpty()) {
            refresh(context, affected);
        }
    }

    private static void refresh(BundleContext context, Collection<Bundle> bundles) {
        CountDownLatch refreshed = new CountDownLatch(1);
        FrameworkWiring wiring =
                context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
        wiring.refreshBundles(bundles, event -> {
            if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                refreshed.countDown();
            }
        });
        try {
            refreshed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException givenUp) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isHost(Bundle bundle, Bundle fragment) {
        BundleRevision host = bundle.adapt(BundleRevision.class);
        return host.getWiring() != null
                && fragment.adapt(BundleRevision.class).getDeclaredRequirements(HostNamespace.HOST_NAMESPACE).stream()
                        .anyMatch(wanted -> isOffered(wanted, host));
    }

    /** Whether a resolved bundle has an optional import that is not wired, and that another one could serve. */
    private static boolean wouldImport(Bundle bundle, Bundle exporter) {
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        if (wiring == null) {
            return false;
        }
        List<BundleRequirement> wired = wiring.getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE).stream()
                .map(BundleWire::getRequirement)
                .toList();
        BundleRevision offers = exporter.adapt(BundleRevision.class);
        return wiring.getRevision().getDeclaredRequirements(PackageNamespace.PACKAGE_NAMESPACE).stream()
                .filter(wish -> Namespace.RESOLUTION_OPTIONAL.equals(
                        wish.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE)))
                .anyMatch(wish -> !wired.contains(wish) && isOffered(wish, offers));
    }

    private static boolean isOffered(BundleRequirement wanted, BundleRevision provider) {
        for (BundleCapability offer : provider.getDeclaredCapabilities(wanted.getNamespace())) {
            if (wanted.matches(offer)) {
                return true;
            }
        }
        return false;
    }
}
