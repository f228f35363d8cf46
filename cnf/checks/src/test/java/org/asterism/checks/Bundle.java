package org.asterism.checks;

import aQute.bnd.osgi.Domain;
import aQute.bnd.osgi.Jar;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Manifest;

/**
 * A bundle of ours on the class path: a jar, or a folder of classes with a manifest.
 *
 * @param folder where its sources are, such as {@code components.modular/fifo}
 */
record Bundle(String folder, File file) {
    private static final String TARGET = "/target/";

    /** All bundles of the distribution, since this module inherits its dependencies. */
    static List<Bundle> all() throws Exception {
        List<Bundle> found = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Optional<String> folder = folderOf(Path.of(entry).toUri());
            if (folder.isPresent() && new Bundle(folder.get(), new File(entry)).isBundle()) {
                found.add(new Bundle(folder.get(), new File(entry)));
            }
        }
        return found;
    }

    /** The folder of the module that a file was built in, or empty if that is none of ours. */
    static Optional<String> folderOf(URI built) {
        String path = built.toString().replaceFirst("^(jar:)?file:/+", "/");
        String root = Repository.root() + "/";
        int end = path.indexOf(TARGET, root.length() - 1);
        return path.startsWith(root) && end >= 0 ? Optional.of(path.substring(root.length(), end)) : Optional.empty();
    }

    Jar open() throws IOException {
        return new Jar(file);
    }

    Domain headers() throws Exception {
        try (Jar jar = open()) {
            return Domain.domain(jar.getManifest());
        }
    }

    private boolean isBundle() throws Exception {
        if (!file.exists()) {
            return false;
        }
        try (Jar jar = open()) {
            Manifest manifest = jar.getManifest();
            return manifest != null && Domain.domain(manifest).getBundleSymbolicName() != null;
        }
    }

    @Override
    public String toString() {
        return folder;
    }
}
