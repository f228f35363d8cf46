package org.asterism.launcher;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * The framework's cache, among the temporary files. Each process has its own, so that any number of them can run from one
 * distribution, even from one that is not writable; nothing in it outlives the process, because bundles and configuration
 * are taken afresh from {@code bundles}, {@code conf} and {@code load} at every start.
 *
 * <p>The framework writes about three hundred small files, and the end of the process removes them. On a disk that may
 * take a quarter of a second, so the folder is in memory where the machine allows it.
 */
record WorkFolder(Path path) {
    /** The folder for temporary files that Java uses on Linux unless it is given another one. */
    private static final Path USUAL = Path.of("/tmp");

    /** Linux keeps the files of this folder in memory. */
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    /** Containers often have 64 MB there, in bytes; native libraries and bundles from {@code load} need room. */
    private static final long ENOUGH = 256L << 20;

    static WorkFolder create() {
        Path parent = parent();
        try {
            return new WorkFolder(Files.createTempDirectory(parent, "asterism-"));
        } catch (IOException e) {
            throw new LaunchException("cannot make a folder for temporary files in " + parent + " (" + e.getMessage()
                    + "); free some space there or set ASTERISM_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
        }
    }

    private static Path parent() {
        Path given = Path.of(System.getProperty("java.io.tmpdir"));
        return given.equals(USUAL) && isMemoryUsable() ? IN_MEMORY : given;
    }

    private static boolean isMemoryUsable() {
        try {
            return Files.isWritable(IN_MEMORY)
                    && allowsLibraries(Files.readAllLines(Path.of("/proc/self/mounts")))
                    && IN_MEMORY.toFile().getUsableSpace() >= ENOUGH;
        } catch (IOException noLinux) {
            return false;
        }
    }

    /**
     * Whether the folder is in memory and native libraries may be loaded from it, which the framework copies into its
     * cache.
     *
     * @param mounts lines of {@code /proc/self/mounts}: device, folder, type, options and two numbers
     */
    static boolean allowsLibraries(List<String> mounts) {
        boolean allowed = false;
        for (String line : mounts) {
            String[] fields = line.split(" ");
            if (fields.length > 3 && fields[1].equals(IN_MEMORY.toString())) { // a later mount hides those before
                allowed = fields[2].equals("tmpfs")
                        && !List.of(fields[3].split(",")).contains("noexec");
            }
        }
        return allowed;
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
