package org.asterism.framework;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The lines that were typed into the shell. Only the user may read them, but JLine would create the file with the usual
 * permissions. So it is created before the shell starts.
 *
 * @param path the shell's file
 */
public record HistoryFile(Path path) {
    private static final System.Logger LOG = System.getLogger(HistoryFile.class.getName());

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /**
     * Names that of the user.
     *
     * @return the file in the user's home folder; it need not exist
     */
    public static HistoryFile ofUser() {
        return new HistoryFile(Path.of(System.getProperty("user.home"), ".asterism_history"));
    }

    /** Makes it if need be, and lets nobody but its owner read it. A shell without history is better than none. */
    public void makePrivate() {
        var folder = path.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder) || Files.getFileAttributeView(folder, PosixFileAttributeView.class) == null) {
            return; // Windows keeps a user's folder private by other means.
        }
        try {
            if (Files.notExists(path)) {
                Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            }
            Files.setPosixFilePermissions(path, OWNER_ONLY);
        } catch (IOException unwritable) {
            LOG.log(Level.DEBUG, "the history in " + path + " cannot be kept private", unwritable);
        }
    }
}
