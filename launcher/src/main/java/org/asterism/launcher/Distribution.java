package org.asterism.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.asterism.framework.BundleFile;
import org.asterism.framework.LaunchException;

/**
 * The folders of an unpacked distribution.
 *
 * @param home the folder that holds {@code bin}, {@code bundles}, {@code conf}, {@code load}
 */
record Distribution(Path home) {
    /** The folder of the add-on, and its name. */
    static final String CLUSTER = "cluster";

    private static final int ADD_ON_LEVEL = 20;
    private static final List<String> CLUSTER_CONFIGURATIONS =
            List.of("org.asterism.cluster.cfg", "org.asterism.cluster.config");

    /**
     * The distribution that this program belongs to: {@code -Dasterism.home}, else the folder above the launcher's jar.
     *
     * @return it
     * @throws LaunchException if there are no bundles in it
     */
    static Distribution current() {
        var given = System.getProperty("asterism.home");
        var home = given != null
                ? Path.of(given)
                : locationOfThisCode().getParent().getParent();
        var distribution = new Distribution(home.toAbsolutePath().normalize());
        if (!Files.isDirectory(distribution.bundles())) {
            throw new LaunchException("no folder " + distribution.bundles()
                    + "; start Asterism by bin/asterism of an unpacked distribution, or name its folder by "
                    + "-Dasterism.home=FOLDER");
        }
        return distribution;
    }

    private static Path locationOfThisCode() {
        try {
            return Path.of(Distribution.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (java.net.URISyntaxException e) {
            throw new LaunchException("the launcher's own place is no file: " + e.getMessage());
        }
    }

    Path bundles() {
        return home.resolve("bundles");
    }

    Path frameworkProperties() {
        return home.resolve("conf/framework.properties");
    }

    Path loggingProperties() {
        return home.resolve("conf/logging.properties");
    }

    /**
     * The bundles of {@code bundles/<start level>/}.
     *
     * @return them by start level, then by name, so that every start installs them in the same order
     * @throws LaunchException if a folder's name is no start level
     */
    List<BundleFile> bundleFiles() {
        var files = new ArrayList<BundleFile>();
        try (DirectoryStream<Path> levels = Files.newDirectoryStream(bundles(), Files::isDirectory)) {
            for (var folder : levels) {
                var level = startLevel(folder);
                try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
                    jars.forEach(jar -> files.add(new BundleFile(level, jar, true)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the bundles in " + bundles(), e);
        }
        files.sort(Comparator.comparingInt(BundleFile::startLevel).thenComparing(BundleFile::file));
        return files;
    }

    /** Whether a file of configuration makes the shell of this distribution a coordinator of other machines. */
    boolean leadsCluster() {
        return Stream.of("conf", "load")
                .map(home::resolve)
                .flatMap(folder -> CLUSTER_CONFIGURATIONS.stream().map(folder::resolve))
                .anyMatch(Files::exists);
    }

    /**
     * The bundles of the add-on for clusters, whose archive is unpacked over the distribution.
     *
     * @return them, by name
     * @throws LaunchException if it is not there
     */
    List<BundleFile> clusterFiles() {
        var folder = home.resolve(CLUSTER);
        var files = new ArrayList<BundleFile>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
                jars.forEach(jar -> files.add(new BundleFile(ADD_ON_LEVEL, jar, true)));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot list the bundles in " + folder, e);
            }
        }
        if (files.isEmpty()) {
            throw new LaunchException("members need the add-on for clusters, and there are no bundles in " + folder
                    + ": unpack asterism-cluster.tar.gz into " + home);
        }
        files.sort(Comparator.comparing(BundleFile::file));
        return files;
    }

    private static int startLevel(Path folder) {
        var name = folder.getFileName().toString();
        try {
            var level = Integer.parseInt(name);
            if (level > 0) {
                return level;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number that is too small.
        }
        throw new LaunchException(
                "folder " + folder + " is not named by a start level: a whole number from 1, as in bundles/20");
    }
}
