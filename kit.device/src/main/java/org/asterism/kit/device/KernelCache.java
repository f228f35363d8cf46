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
 * Cache of compiled kernels on disk, one file per kernel.
 *
 * <p>A read returns exactly the content that was stored for the {@link KernelKey}, or nothing. Damaged, truncated and
 * foreign files are ignored, and the next {@link #store} replaces them. When the files exceed their limit, the oldest
 * are deleted. A disk failure causes a compilation, but never fails a task; the first of each kind is logged.
 *
 * <p>Any number of threads and processes may use the same folder, because a rename publishes each complete file. Only
 * the owner can access the folder, because the device executes the files.
 */
public final class KernelCache {
    /** Default limit of the cache in bytes. */
    public static final long STANDARD_BYTES = 512L << 20;

    private static final System.Logger LOG = System.getLogger(KernelCache.class.getName());

    private static final String SUFFIX = ".kernel";

    private final Path folder;
    private final long mostBytes;
    private final AtomicBoolean damageTold = new AtomicBoolean();
    private final AtomicBoolean failureTold = new AtomicBoolean();

    /**
     * Creates a cache in a folder. The folder itself is created by the first {@link #store}.
     *
     * @param folder folder used only by this cache; null for a cache that stores nothing
     * @param mostBytes maximum size of all files together, in bytes
     */
    public KernelCache(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /**
     * Returns the cache that a setting names.
     *
     * @param setting a folder; empty for the {@link #standardFolder}; {@code none} for no cache
     * @return cache with the default limit
     */
    public static KernelCache of(String setting) {
        if (setting.equals("none")) {
            return new KernelCache(null, 0);
        }
        return new KernelCache(
                setting.isBlank() ? standardFolder(System.getenv()) : Path.of(setting.strip()), STANDARD_BYTES);
    }

    /**
     * Returns the default folder, by the conventions of desktop systems.
     *
     * @param environment environment variables of the process; an absolute path in {@code XDG_CACHE_HOME} replaces
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
     * Returns the folder of the files.
     *
     * @return the folder; empty for a cache that stores nothing
     */
    public Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    /**
     * Returns the compiled kernel for a key.
     *
     * @param key key of the kernel
     * @return the stored content; empty if there is none, or the file is damaged
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
     * Stores a compiled kernel, and replaces an existing one with the same key.
     *
     * @param key key of the kernel
     * @param compiled output of the compiler
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
     * @return number of deleted files
     * @throws UncheckedIOException if the folder cannot be read or a file cannot be deleted
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

    /** File format of an entry: a mark, the key, the digest of the content, and the content. */
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

        /** Returns the content of a file that {@link #bytes} created for this key; empty for any other file. */
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
