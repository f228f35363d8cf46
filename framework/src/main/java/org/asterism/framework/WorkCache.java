package org.asterism.framework;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.felix.framework.Logger;
import org.apache.felix.framework.cache.BundleArchive;
import org.apache.felix.framework.cache.BundleCache;
import org.apache.felix.framework.util.WeakZipFileFactory;
import org.osgi.framework.connect.ModuleConnector;

/**
 * Bundle cache that lasts as long as the process. Felix saves what it needs to start again from its cache: two folders
 * and three files per bundle, and a file for each id. Nobody reads them here, and they took a quarter of the time of a
 * start, so this cache does without them.
 */
final class WorkCache extends BundleCache {
    private static final String LAST_ID = "bundle.id";

    private final Logger log;
    private final Map<String, Object> settings;
    private final ComponentStore components;
    private final WeakZipFileFactory jars = new WeakZipFileFactory(0);
    private File shared;

    WorkCache(Logger log, Map<String, Object> settings, ComponentStore components) throws Exception {
        super(log, settings);
        this.log = log;
        this.settings = settings;
        this.components = components;
    }

    @Override
    public File getSystemBundleDataFile(String name) throws Exception {
        return LAST_ID.equals(name) ? Redirect.DISCARD.file() : super.getSystemBundleDataFile(name);
    }

    @Override
    public BundleArchive create(long id, int startLevel, String location, InputStream jar, ModuleConnector connector)
            throws Exception {
        if (jar != null || !location.startsWith(BundleArchive.REFERENCE_PROTOCOL)) {
            return super.create(id, startLevel, location, jar, connector);
        }
        return new SharedFolderArchive(
                log,
                settings,
                jars,
                sharedFolder(),
                id,
                startLevel,
                location,
                components,
                () -> super.create(id, startLevel, location, null, connector));
    }

    /** Returns a folder in which Felix finds everything that it would make in the folder of a new archive. */
    private synchronized File sharedFolder() throws IOException {
        if (shared == null) {
            Path folder = getCacheDir().toPath().resolve("shared");
            Path revision = Files.createDirectories(folder.resolve("version0.0"));
            try {
                Files.createSymbolicLink(
                        revision.resolve("revision.location"),
                        Redirect.DISCARD.file().toPath());
            } catch (IOException | UnsupportedOperationException noLinks) {
                // Each archive overwrites this file, then, and none reads it.
            }
            shared = folder.toFile();
        }
        return shared;
    }
}
