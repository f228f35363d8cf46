package org.asterism.core.internal.prediction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.asterism.spi.file.InputFile;

/**
 * The files of a machine's models, one per symbol.
 *
 * <p>A file is written under another name, forced to the disk and then renamed. So a reader finds either the whole old
 * file or the whole new one, even after a crash. A writer holds a lock on a file of the folder, against other
 * processes, and a lock of the class, against other runtimes of this process.
 *
 * <p>A file that cannot be understood is reported and renamed. A file of a newer version is reported and left as it is;
 * its model is not kept.
 */
final class ModelFolder {
    private static final Logger LOG = System.getLogger(ModelFolder.class.getName());
    private static final ReentrantLock WRITING = new ReentrantLock();
    private static final String SUFFIX = ".model";
    private static final String DAMAGED = ".damaged";
    private static final String FORMER = ".former";
    private static final String TEMPORARY = ".tmp";
    private static final int LONGEST = 120;
    private static final int ATTEMPTS = 250;
    private static final long NAP_NANOS = 20_000_000;

    private final Path folder;

    /** Files of a newer version, which are reported once and never written. */
    private final Set<Path> newer = ConcurrentHashMap.newKeySet();

    ModelFolder(Path folder) {
        this.folder = folder;
    }

    Path path() {
        return folder;
    }

    /** The file of a symbol: letters, digits and some signs stay as they are. */
    Path file(String symbol) {
        StringBuilder name = new StringBuilder();
        for (byte each : symbol.getBytes(StandardCharsets.UTF_8)) {
            boolean isSafe = each >= 'a' && each <= 'z'
                    || each >= 'A' && each <= 'Z'
                    || each >= '0' && each <= '9'
                    || each == '_'
                    || each == '-'
                    || each == '.' && !name.isEmpty();
            name.append(isSafe ? String.valueOf((char) each) : String.format("%%%02x", each & 0xff));
        }
        if (name.length() > LONGEST) {
            name.setLength(LONGEST);
            name.append(String.format("~%08x", symbol.hashCode()));
        }
        return folder.resolve(name + SUFFIX);
    }

    /** The symbols that there are files of. */
    Set<String> symbols() {
        Set<String> symbols = new TreeSet<>();
        if (!Files.isDirectory(folder)) {
            return symbols;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                readFile(file).ifPresent(content -> symbols.add(content.symbol()));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("models cannot be listed in " + folder + ": " + failed, failed);
        }
        return symbols;
    }

    /** Returns the stored content of a model; empty if there is none, or if it could not be understood. */
    Optional<ModelContent> read(String symbol) {
        Path file = file(symbol);
        return readFile(file).filter(content -> {
            boolean isRight = content.symbol().equals(symbol);
            if (!isRight) {
                LOG.log(Level.WARNING, "{0} is about model ''{1}'', not ''{2}''", file, content.symbol(), symbol);
            }
            return isRight;
        });
    }

    private Optional<ModelContent> readFile(Path file) {
        Optional<String> objection = InputFile.objection(file);
        if (objection.isPresent()) {
            LOG.log(Level.WARNING, "model file {0} {1}; its model begins anew", file, objection.get());
            return Optional.empty();
        }
        try {
            ModelContent content = ModelText.read(Files.readString(file));
            newer.remove(file);
            return Optional.of(content);
        } catch (NewerModelException unknown) {
            if (newer.add(file)) {
                LOG.log(
                        Level.WARNING,
                        "model file {0} is left as it is: {1}; what is learnt of its model is not kept, unless the "
                                + "file is"
                                + " moved away or a newer Asterism runs",
                        file,
                        unknown.getMessage());
            }
            return Optional.empty();
        } catch (NoSuchFileException none) {
            newer.remove(file);
            return Optional.empty();
        } catch (DamagedTextException damaged) {
            setAside(file, damaged.getMessage());
        } catch (CharacterCodingException damaged) {
            setAside(file, "it is not a text");
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "model file " + file + " cannot be read, and its model begins anew: " + failed);
        }
        return Optional.empty();
    }

    private static void setAside(Path file, String why) {
        String consequence;
        try {
            Path aside = aside(file, DAMAGED);
            Files.move(file, aside);
            consequence = "it is now " + aside.getFileName() + ", and its model begins anew";
        } catch (IOException failed) {
            consequence = "its model begins anew; it cannot be renamed either: " + failed;
        }
        LOG.log(Level.WARNING, "model file {0} is damaged: {1}; {2}", file, why, consequence);
    }

    /** A name that no file has. */
    private static Path aside(Path file, String suffix) {
        Path aside = file.resolveSibling(file.getFileName() + suffix);
        for (int number = 2; Files.exists(aside); number++) {
            aside = file.resolveSibling(file.getFileName() + suffix + "-" + number);
        }
        return aside;
    }

    /**
     * Writes a model, unless its file is of a newer version, and tells what is in the file now or would be.
     *
     * @param merge is given what is in the file, if there is one that can be understood
     * @throws UncheckedIOException if it cannot be written; the former file is as it was
     */
    ModelContent write(String symbol, Function<Optional<ModelContent>, ModelContent> merge) {
        Path file = file(symbol);
        WRITING.lock();
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = lock(channel)) {
                if (lock == null) {
                    LOG.log(Level.WARNING, "another process holds {0}/.lock: models are written without it", folder);
                }
                ModelContent content = merge.apply(read(symbol));
                if (!newer.contains(file)) {
                    replace(file, ModelText.write(content));
                }
                return content;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "model '" + symbol + "' cannot be written to " + file + ": " + failed, failed);
        } finally {
            WRITING.unlock();
        }
    }

    /** Renames a model's file, so that it is not lost when one that was made from scratch takes its place. */
    void putAside(String symbol) {
        Path file = file(symbol);
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + FORMER), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException("model file " + file + " cannot be renamed: " + failed, failed);
        }
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        boolean interrupted = false;
        FileLock lock = channel.tryLock();
        for (int attempt = 1; lock == null && attempt < ATTEMPTS; attempt++) {
            LockSupport.parkNanos(NAP_NANOS);
            interrupted |= Thread.interrupted(); // it would close the channel
            lock = channel.tryLock();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return lock;
    }

    private void replace(Path file, String text) throws IOException {
        // Under the lock nobody else writes: what is there was left by a crash.
        Path temporary = file.resolveSibling("." + file.getFileName() + TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(folder)) {
            directory.force(true); // or the new name may be lost in a crash, and the old one be there
        } catch (IOException unsupported) {
            LOG.log(Level.DEBUG, "folders cannot be forced to the disk here: " + unsupported);
        }
    }

    /** Deletes a model's file; false if there is none. */
    boolean delete(String symbol) {
        Path file = file(symbol);
        try {
            return Files.deleteIfExists(file);
        } catch (IOException failed) {
            throw new UncheckedIOException("model file " + file + " cannot be deleted: " + failed, failed);
        }
    }
}
