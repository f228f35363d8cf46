package org.asterism.kit.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.osgi.framework.Bundle;

/** Tells bundles of equal content by a hash over their entries, whatever the form in which they are installed. */
public final class BundleContent {
    private BundleContent() {}

    /**
     * Returns the source of the codelets of a bundle.
     *
     * @param bundle an installed bundle
     * @return its name, its version and the SHA-256 of its entries, sorted by name
     */
    public static CodeletSource of(Bundle bundle) {
        return new CodeletSource(bundle.getSymbolicName(), bundle.getVersion().toString(), hash(bundle));
    }

    /**
     * Returns the content of a bundle for peers that lack it.
     *
     * @param bundle an installed bundle
     * @return reads the bundle when it is asked
     */
    public static BundleArchive archive(Bundle bundle) {
        return new BundleJar(bundle);
    }

    private static String hash(Bundle bundle) {
        Map<String, URL> entries = entries(bundle);
        entries.keySet().removeIf(BundleContent::isFolder); // jar files may leave them out
        try {
            MessageDigest all = MessageDigest.getInstance("SHA-256");
            MessageDigest each = MessageDigest.getInstance("SHA-256");
            for (Map.Entry<String, URL> entry : entries.entrySet()) {
                try (InputStream content =
                        new DigestInputStream(entry.getValue().openStream(), each)) {
                    content.transferTo(OutputStream.nullOutputStream());
                }
                all.update(entry.getKey().getBytes(StandardCharsets.UTF_8));
                all.update((byte) 0);
                all.update(each.digest());
            }
            return HexFormat.of().formatHex(all.digest());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("bundle " + bundle + " cannot be read", unreadable);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static boolean isFolder(String path) {
        return path.endsWith("/");
    }

    /** Returns the files and folders of a bundle, sorted by their names; those of folders end with a slash. */
    static SortedMap<String, URL> entries(Bundle bundle) {
        SortedMap<String, URL> entries = new TreeMap<>();
        collect(bundle, "/", entries);
        return entries;
    }

    private static void collect(Bundle bundle, String folder, Map<String, URL> entries) {
        Enumeration<String> paths = bundle.getEntryPaths(folder);
        for (String path : paths == null ? Collections.<String>emptyList() : Collections.list(paths)) {
            entries.put(path, bundle.getEntry(path));
            if (isFolder(path)) {
                collect(bundle, path, entries);
            }
        }
    }
}
