package org.asterism.launcher;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.zip.CRC32;
import org.asterism.framework.BundleFile;
import org.asterism.framework.ComponentStore;
import org.asterism.framework.LaunchException;

/**
 * The file {@code lib/components.bin}, in which {@code asterism --prepare} keeps the descriptions of the bundles'
 * components. It ends with a checksum of the names, sizes and times of all bundles and of the framework's properties:
 * after a change of one of them, the file is ignored.
 */
final class PreparedComponents {
    /** System property with which {@code bin/asterism --prepare} asks for the file. */
    private static final String PREPARE = "asterism.prepare";

    private final Path file;
    private final Path fresh;
    private final Path settings;
    private final List<BundleFile> bundles;

    PreparedComponents(Distribution distribution, List<BundleFile> bundles) {
        file = distribution.home().resolve("lib/components.bin");
        fresh = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
        settings = distribution.frameworkProperties();
        this.bundles = bundles;
    }

    /** Returns the store for a framework with these bundles. */
    ComponentStore store() {
        if (areAskedFor()) {
            return ComponentStore.to(fresh);
        }
        return isUsable() ? ComponentStore.from(file) : ComponentStore.none();
    }

    /** Whether this start prepares others. */
    static boolean areAskedFor() {
        return Boolean.getBoolean(PREPARE);
    }

    private boolean isUsable() {
        try (var content = new RandomAccessFile(file.toFile(), "r")) {
            content.seek(content.length() - Long.BYTES);
            return content.readLong() == checksum();
        } catch (IOException missing) {
            return false;
        }
    }

    /**
     * Replaces the file by the one that the framework has written, if this start is to prepare others. The framework
     * has stopped.
     *
     * @throws LaunchException if the file cannot be written
     */
    void keep() {
        if (!areAskedFor()) {
            return;
        }
        try {
            var checksum = ByteBuffer.allocate(Long.BYTES).putLong(checksum());
            Files.write(fresh, checksum.array(), StandardOpenOption.APPEND);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new LaunchException("cannot write " + file + " (" + e.getMessage() + ")");
        } finally {
            fresh.toFile().delete();
        }
    }

    private long checksum() throws IOException {
        var list = new StringBuilder();
        describe(settings, list);
        for (var bundle : bundles) {
            describe(bundle.file(), list.append(bundle.startLevel()).append(' '));
        }
        var checksum = new CRC32();
        checksum.update(list.toString().getBytes(StandardCharsets.UTF_8));
        return checksum.getValue();
    }

    private static void describe(Path path, StringBuilder list) throws IOException {
        var attributes = Files.readAttributes(path, BasicFileAttributes.class);
        list.append(path.getFileName())
                .append(' ')
                .append(attributes.size())
                .append(' ')
                .append(attributes.lastModifiedTime().toMillis())
                .append('\n');
    }
}
