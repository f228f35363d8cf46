package org.asterism.framework;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The framework's cache, in the system's folder for temporary files.
 *
 * <p>Each process has its own, so any number of them can run from one distribution, even from a read-only one. Nothing
 * in it outlives the process, because each start reads bundles and configuration anew.
 *
 * @param path of the folder
 */
public record WorkFolder(Path path) {
    private static final System.Logger LOG = System.getLogger(WorkFolder.class.getName());

    /**
     * Makes it.
     *
     * @return an empty folder
     * @throws LaunchException if it cannot be made
     */
    static WorkFolder create() {
        try {
            return new WorkFolder(Files.createTempDirectory("asterism-"));
        } catch (IOException e) {
            throw new LaunchException("cannot make a folder for temporary files in "
                    + System.getProperty("java.io.tmpdir") + " (" + e.getMessage()
                    + "); free some space there or start Java with -Djava.io.tmpdir=FOLDER "
                    + "(bin/asterism: in ASTERISM_JAVA_OPTS)");
        }
    }

    /**
     * Names a file or folder in it.
     *
     * @param name of the file
     * @return its path; it need not exist
     */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /** Deletes it with all that is in it, as far as that goes. */
    public void delete() {
        try {
            deleteAll();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "files may be left in " + path, e);
        }
    }

    private void deleteAll() throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
