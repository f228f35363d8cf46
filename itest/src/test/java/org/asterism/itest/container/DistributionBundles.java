package org.asterism.itest.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.osgi.framework.Constants;

/** The bundles of the distribution, and what a framework is told that runs them without the launcher. */
final class DistributionBundles {
    private static final Path DISTRIBUTION = Path.of(System.getProperty("asterism.distribution"));

    private DistributionBundles() {}

    /** Where to install them from, in the order of their start levels; the framework uses the files where they are. */
    static List<String> locations() throws IOException {
        try (Stream<Path> files = Files.walk(DISTRIBUTION.resolve("bundles"))) {
            return new ArrayList<>(files.filter(each -> each.toString().endsWith(".jar"))
                    .sorted()
                    .map(jar -> "reference:" + jar.toUri())
                    .toList());
        }
    }

    /**
     * Properties of a framework with a cache of its own and a watched folder.
     *
     * @param folder where {@code cache} and {@code load} are made
     */
    static Map<String, String> settings(Path folder) throws IOException {
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString());
        properties.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        properties.put("felix.service.urlhandlers", "true");
        properties.put("felix.log.level", "0");
        properties.put("felix.cache.locking", "false");
        properties.put("gosh.home", DISTRIBUTION.toString());
        properties.put("gosh.args", "--nointeractive --nohistory --noshutdown");
        properties.put(
                "felix.fileinstall.dir",
                Files.createDirectories(folder.resolve("load")).toString());
        properties.put("felix.fileinstall.tmpdir", folder.resolve("fileinstall").toString());
        properties.put("felix.fileinstall.poll", "500");
        return properties;
    }
}
