package org.asterism.kit.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.osgi.framework.Bundle;

/**
 * Makes a jar file of a bundle's entries, because a framework does not give the one back that it was installed from.
 * Equal entries make equal jar files. Peers that lack the bundle at one time share the file, which may be large.
 */
final class BundleJar implements BundleArchive {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    /** The time of all entries, which jar files state without a time zone. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Bundle bundle;

    /** The file that was made last, while somebody uses it. */
    private WeakReference<byte[]> last = new WeakReference<>(null);

    BundleJar(Bundle bundle) {
        this.bundle = bundle;
    }

    @Override
    public synchronized byte[] read(long most) throws IOException {
        byte[] jar = last.get();
        if (jar == null) {
            jar = make(most);
            last = new WeakReference<>(jar);
        }
        if (jar.length > most) {
            throw new TooLarge(most);
        }
        return jar;
    }

    private byte[] make(long most) throws IOException {
        SortedMap<String, URL> entries = BundleContent.entries(bundle);
        Limited bytes = new Limited(most);
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            URL manifest = entries.remove(MANIFEST);
            if (manifest != null) { // readers look for it at the beginning
                put(jar, MANIFEST, manifest);
            }
            for (Map.Entry<String, URL> entry : entries.entrySet()) {
                put(jar, entry.getKey(), entry.getValue());
            }
        }
        return bytes.content.toByteArray();
    }

    private static void put(ZipOutputStream jar, String name, URL content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        jar.putNextEntry(entry);
        if (!name.endsWith("/")) { // else a folder, which a class path may name
            try (InputStream in = content.openStream()) {
                in.transferTo(jar);
            }
        }
        jar.closeEntry();
    }

    /** Refuses more than it may hold. */
    private static final class Limited extends OutputStream {
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final long most;

        Limited(long most) {
            this.most = most;
        }

        @Override
        public void write(int value) throws IOException {
            requireRoom(1);
            content.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            requireRoom(length);
            content.write(bytes, offset, length);
        }

        private void requireRoom(int length) throws BundleArchive.TooLarge {
            if (most - content.size() < length) {
                throw new BundleArchive.TooLarge(most);
            }
        }
    }
}
