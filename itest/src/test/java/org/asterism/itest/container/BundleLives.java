package org.asterism.itest.container;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** All class loaders that the bundles of a framework ever had, and that are not collected yet. */
final class BundleLives {
    /** The class loader of a bundle in one of its lives. */
    private record Life(String bundle, WeakReference<ClassLoader> loader) {}

    /**
     * Begins the names of bundles whose native libraries hold global references to their own classes, so that neither
     * is ever unloaded.
     */
    private static final String NATIVE = "org.asterism.native.";

    /** Begins the names of bundles that replace System.in and System.out, and may leave their streams there. */
    private static final String GOGO = "org.apache.felix.gogo.";

    private final List<Life> lives = new ArrayList<>();

    /** Notes the present lives of bundles. */
    void note(List<Bundle> bundles) {
        for (Bundle each : bundles) {
            BundleWiring wiring = each.adapt(BundleWiring.class);
            ClassLoader loader = wiring == null ? null : wiring.getClassLoader();
            if (loader != null && lives.stream().noneMatch(life -> life.loader().refersTo(loader))) {
                lives.add(new Life(each.getSymbolicName(), new WeakReference<>(loader)));
            }
        }
    }

    /**
     * How many class loaders of former lives there are, by bundle.
     *
     * @param bundles those that are there now
     */
    Map<String, Integer> former(List<Bundle> bundles) {
        List<ClassLoader> current = bundles.stream()
                .map(each -> each.adapt(BundleWiring.class))
                .filter(wiring -> wiring != null)
                .map(BundleWiring::getClassLoader)
                .toList();
        lives.removeIf(life -> life.loader().refersTo(null));
        Map<String, Integer> former = new TreeMap<>();
        for (Life life : lives) {
            if (!life.bundle().startsWith(NATIVE)
                    && !life.bundle().startsWith(GOGO)
                    && current.stream().noneMatch(loader -> life.loader().refersTo(loader))) {
                former.merge(life.bundle(), 1, Integer::sum);
            }
        }
        return former;
    }
}
