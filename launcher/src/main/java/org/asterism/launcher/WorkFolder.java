package org.asterism.launcher;

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
 * in it outlives the process, because each start reads bundles and configuration from {@code bundles}, {@code conf} and
 * {@code load}.
 */
record WorkFolder(Path path) {
    static WorkFolder create() {
        try {
            return new WorkFolder(Files.createTempDirectory("asterism-"));
        } catch (IOException e) {
            throw new LaunchException("cannot make a folder for temporary files in "
                    + System.getProperty("java.io.tmpdir") + " (" + e.getMessage()
                    + "); free some space there or set ASTERISM_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    void delete() throws IOException {
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
