package org.asterism.framework;

import java.io.File;
import java.io.InputStream;
import java.util.Map;
import org.apache.felix.framework.Logger;
import org.apache.felix.framework.cache.BundleArchive;
import org.apache.felix.framework.cache.BundleArchiveRevision;
import org.apache.felix.framework.util.WeakZipFileFactory;

/**
 * Archive of a bundle whose jar stays where it is. Such archives share one folder, in which Felix extracts native
 * libraries and embedded jars, each below the name of the bundle's jar. An archive gets its own folder when the bundle
 * asks for a data file, is updated or refreshed. Only the file of a {@link ComponentStore} needs none.
 *
 * <p><b>Threads.</b> Any; guarded by its monitor as the superclass is.
 */
final class SharedFolderArchive extends BundleArchive {
    /** Creates an archive of the same bundle in its own folder. */
    interface Creation {
        BundleArchive create() throws Exception;
    }

    private final ComponentStore components;
    private final Creation creation;
    private int persistentState;
    private int startLevel;
    private long lastModified;
    private boolean hasAskedForComponents;

    /** Archive with its own folder; null until one is needed. */
    private BundleArchive own;

    SharedFolderArchive(
            Logger log,
            Map<String, Object> settings,
            WeakZipFileFactory jars,
            File folder,
            long id,
            int startLevel,
            String location,
            ComponentStore components,
            Creation creation)
            throws Exception {
        super(log, settings, jars, null, folder, id, startLevel, location, null);
        this.components = components;
        this.creation = creation;
        this.startLevel = startLevel;
        persistentState = super.getPersistentState();
        lastModified = new File(getCurrentRevision().getLocation().substring(FILE_PROTOCOL.length())).lastModified();
    }

    private BundleArchive own() throws Exception {
        if (own == null) {
            own = creation.create();
        }
        return own;
    }

    // Kept here, because the superclass writes a file at each change.

    @Override
    public synchronized int getPersistentState() {
        return persistentState;
    }

    @Override
    public synchronized void setPersistentState(int state) {
        persistentState = state;
    }

    @Override
    public synchronized int getStartLevel() {
        return startLevel;
    }

    @Override
    public synchronized void setStartLevel(int level) {
        startLevel = level;
    }

    @Override
    public synchronized long getLastModified() {
        return lastModified;
    }

    @Override
    public synchronized void setLastModified(long time) {
        lastModified = time;
    }

    @Override
    public synchronized File getDataFile(String name) throws Exception {
        if (components.isDataFile(name)) {
            boolean isFirst = !hasAskedForComponents;
            hasAskedForComponents = true;
            return components.file(isFirst);
        }
        return own().getDataFile(name);
    }

    @Override
    public synchronized Long getCurrentRevisionNumber() {
        return own == null ? super.getCurrentRevisionNumber() : own.getCurrentRevisionNumber();
    }

    @Override
    public synchronized BundleArchiveRevision getCurrentRevision() {
        return own == null ? super.getCurrentRevision() : own.getCurrentRevision();
    }

    @Override
    public synchronized boolean isRemovalPending() {
        return own != null && own.isRemovalPending();
    }

    @Override
    public synchronized void revise(String location, InputStream jar) throws Exception {
        own().revise(location, jar);
    }

    @Override
    public synchronized boolean rollbackRevise() throws Exception {
        return own != null && own.rollbackRevise();
    }

    @Override
    public synchronized void close() {
        super.close();
        if (own != null) {
            own.close();
        }
    }

    /** Leaves the shared folder to the other archives. */
    @Override
    public synchronized void closeAndDelete() {
        super.close();
        if (own != null) {
            own.closeAndDelete();
        }
    }

    @Override
    public synchronized void purge() throws Exception {
        super.close();
        own().purge();
    }
}
