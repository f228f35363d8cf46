package org.asterism.kit.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Compiled kernels on disk, one file each.
 *
 * <p>A read returns the content written for that very {@link KernelKey}, or nothing. Files that are damaged, cut short,
 * or not of this cache are ignored, and replaced by the next {@link #store}. When the files exceed their limit, the
 * oldest are deleted. A failure of the disk costs a compilation, never a task; the first of each kind is logged.
 *
 * <p>Any number of threads and of processes may use the same folder: a file appears by a rename, complete or not at
 * all. The folder is made accessible to its owner only, because its files are run.
 */
public final class KernelCache {
    /** How much a cache keeps, unless it is told otherwise. */
    public static final long STANDARD_BYTES = 512L << 20;

    private static final System.Logger LOG = System.getLogger(KernelCache.class.getName());

    private static final String SUFFIX = ".kernel";

    private final Path folder;
    private final long mostBytes;
    private final AtomicBoolean damageTold = new AtomicBoolean();
    private final AtomicBoolean failureTold = new AtomicBoolean();

    /**
     * A cache in a folder, which is made when there is something to keep.
     *
     * @param folder of this cache alone; null for a cache that keeps nothing
     * @param mostBytes how much all files may take together
     */
    public KernelCache(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /**
     * The cache that a setting names.
     *
     * @param setting a folder; empty for the {@link #standardFolder}; {@code none} for no cache
     * @return a cache of the usual size
     */
    public static KernelCache of(String setting) {
        if (setting.equals("none")) {
            return new KernelCache(null, 0);
        }
        return new KernelCache(
                setting.isBlank() ? standardFolder(System.getenv()) : Path.of(setting.strip()), STANDARD_BYTES);
    }

    /**
     * Where compiled kernels are kept by the desktop's convention.
     *
     * @param environment the process's variables: {@code XDG_CACHE_HOME}, if it is an absolute path, stands for
     *     {@code ~/.cache}
     * @return {@code ~/.cache/asterism/kernels}
     */
    public static Path standardFolder(Map<String, String> environment) {
        String home = environment.get("XDG_CACHE_HOME");
        Path cache = home != null && Path.of(home).isAbsolute()
                ? Path.of(home)
                : Path.of(System.getProperty("user.home"), ".cache");
        return cache.resolve("asterism").resolve("kernels");
    }

    /**
     * Where the files are.
     *
     * @return empty for a cache that keeps nothing
     */
    public Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    /**
     * Looks for a compiled kernel.
     *
     * @param key what it was made from
     * @return what was stored for it; empty if there is none, or the file is not what was stored
     */
    public Optional<byte[]> find(KernelKey key) {
        if (folder == null) {
            return Optional.empty();
        }
        Path file = file(key);
        try {
            Optional<byte[]> content = Entry.content(key, Files.readAllBytes(file));
            if (content.isEmpty() && damageTold.compareAndSet(false, true)) {
                LOG.log(Level.INFO, "the kernel in " + file + " is damaged or not of this cache: it is compiled again");
            }
            return content;
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException failed) {
            tellOnce("cannot read " + file, failed);
            return Optional.empty();
        }
    }

    /**
     * Keeps a compiled kernel, in place of the one that is there for the same key.
     *
     * @param key what it was made from
     * @param compiled what the compiler made of it
     */
    public void store(KernelKey key, byte[] compiled) {
        Objects.requireNonNull(compiled, "compiled");
        if (folder == null || compiled.length > mostBytes) {
            return;
        }
        try {
            makeFolder();
            Path fresh = Files.createTempFile(folder, ".fresh", SUFFIX + ".part");
            try {
                Files.write(fresh, Entry.bytes(key, compiled));
                Files.move(fresh, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
            new CacheFolder(folder, SUFFIX).shrink(mostBytes, file(key));
        } catch (IOException failed) {
            tellOnce("cannot write to " + folder, failed);
        }
    }

    /**
     * Deletes all compiled kernels.
     *
     * @return how many files went
     * @throws UncheckedIOException if the folder cannot be read, or a file not be deleted
     */
    public int clear() {
        try {
            return folder == null ? 0 : new CacheFolder(folder, SUFFIX).clear();
        } catch (IOException failed) {
            throw new UncheckedIOException("the cache of kernels in " + folder + " cannot be cleared", failed);
        }
    }

    private Path file(KernelKey key) {
        return folder.resolve(key.digest() + SUFFIX);
    }

    private void makeFolder() throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        boolean posix = Files.getFileStore(parent).supportsFileAttributeView("posix");
        FileAttribute<?>[] ownerOnly = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        try {
            Files.createDirectory(folder, ownerOnly);
        } catch (FileAlreadyExistsException another) {
            if (!Files.isDirectory(folder)) {
                throw another;
            }
        }
    }

    private void tellOnce(String what, IOException failed) {
        if (failureTold.compareAndSet(false, true)) {
            LOG.log(Level.WARNING, "the cache of kernels " + what + ", so kernels are compiled anew: " + failed);
        }
    }

    @Override
    public String toString() {
        return folder == null ? "no cache" : folder.toString();
    }

    /** The format of an entry's file: a mark, the key, the content's digest, the content. */
    private static final class Entry {
        private static final byte[] MARK = "asterism kernel 1\n".getBytes(StandardCharsets.US_ASCII);

        static byte[] bytes(KernelKey key, byte[] content) {
            byte[] named = key.digest().getBytes(StandardCharsets.US_ASCII);
            byte[] sum = KernelKey.digestOf(content);
            return ByteBuffer.allocate(MARK.length + named.length + sum.length + content.length)
                    .put(MARK)
                    .put(named)
                    .put(sum)
                    .put(content)
                    .array();
        }

        /** The content of a file that {@link #bytes} made for this key; empty if it is anything else. */
        static Optional<byte[]> content(KernelKey key, byte[] file) {
            int head = bytes(key, new byte[0]).length;
            if (file.length < head) {
                return Optional.empty();
            }
            byte[] content = Arrays.copyOfRange(file, head, file.length);
            return Arrays.equals(bytes(key, content), file) ? Optional.of(content) : Optional.empty();
        }
    }
}
