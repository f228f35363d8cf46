package org.asterism.policy.modular.internal.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** The folders that File Install is told to watch, by a property of the framework and by configurations. */
final class WatchedFolders {
    private static final System.Logger LOG = System.getLogger(WatchedFolders.class.getName());

    /** Property with the watched folders, separated by commas. */
    private static final String FOLDERS = "felix.fileinstall.dir";

    private static final String CONFIGURATION_ADMIN = "org.osgi.service.cm.ConfigurationAdmin";

    private WatchedFolders() {}

    /** Returns them; some may not exist. */
    static List<String> of(BundleContext bundle) {
        List<String> folders = new ArrayList<>();
        add(bundle.getProperty(FOLDERS), folders);
        ServiceReference<?> reference = bundle.getServiceReference(CONFIGURATION_ADMIN);
        if (reference != null) {
            try {
                Configured.add(bundle, reference, folders);
            } catch (NoClassDefFoundError notWired) {
                // The import is optional, and Configuration Admin came after this bundle was resolved.
            }
        }
        return folders;
    }

    private static void add(Object property, List<String> folders) {
        if (property instanceof String several) {
            Stream.of(several.split(",")).map(String::strip).forEach(folders::add);
        }
    }

    /** A class of its own, because there may be no Configuration Admin. */
    private static final class Configured {
        private static final String OF_FILE_INSTALL = "(service.factoryPid=org.apache.felix.fileinstall)";

        private Configured() {}

        static void add(BundleContext bundle, ServiceReference<?> reference, List<String> folders) {
            if (bundle.getService(reference) instanceof ConfigurationAdmin admin) {
                try {
                    Configuration[] found = admin.listConfigurations(OF_FILE_INSTALL);
                    for (Configuration each : found == null ? new Configuration[0] : found) {
                        WatchedFolders.add(each.getProperties().get(FOLDERS), folders);
                    }
                } catch (IOException | InvalidSyntaxException | IllegalStateException unreadable) {
                    // File Install still offers the files when it looks at them next.
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "not all folders of File Install are known, because Configuration Admin fails: "
                                    + unreadable.getMessage());
                } finally {
                    bundle.ungetService(reference);
                }
            }
        }
    }
}
