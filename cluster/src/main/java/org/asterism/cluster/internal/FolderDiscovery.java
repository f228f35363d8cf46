package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder that all machines share: each coordinator writes a file with its place, which members read. The file of a
 * coordinator that was killed stays, and costs members a moment at each search: nobody answers at its place.
 *
 * <p>{@code FILE_PING} of JGroups is not used. Its files tell which process keeps the engine's view, which may be a
 * member; members would have to write, too, and would find each other without a coordinator.
 *
 * @param folder the folder
 */
record FolderDiscovery(Path folder) implements Discovery {
    private static final System.Logger LOG = System.getLogger(FolderDiscovery.class.getName());
    private static final String SUFFIX = ".coordinator";

    /** Longer files are none of ours; in bytes. */
    private static final int LONGEST = 200;

    @Override
    public List<InetSocketAddress> places(String group, InetAddress own) throws IOException {
        check(false);
        List<InetSocketAddress> places = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, group + "-*" + SUFFIX)) {
            for (Path file : files) {
                if (places.size() == MOST) {
                    break;
                }
                read(file, own, places);
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            throw new IOException("the folder '" + folder + "' cannot be read: " + unreadable.getMessage(), unreadable);
        }
        return places;
    }

    /** One file that cannot be used hides no other coordinator. */
    private static void read(Path file, InetAddress own, List<InetSocketAddress> places) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
                throw new IllegalArgumentException("it is no file, or too long");
            }
            InetSocketAddress place = Places.literal(Files.readString(file).strip());
            if (place.getAddress().isLoopbackAddress() == own.isLoopbackAddress()) {
                places.add(place);
            }
        } catch (NoSuchFileException gone) {
            // Its coordinator has ended.
        } catch (IllegalArgumentException | IOException foreign) {
            LOG.log(System.Logger.Level.DEBUG, "{0} names no coordinator: {1}", file, foreign.getMessage());
        }
    }

    private void check(boolean writes) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("there is no folder '" + folder + "': make it where all machines can read it");
        }
        if (writes && !Files.isWritable(folder)) {
            throw new IOException("the coordinator may not write into the folder '" + folder
                    + "', where members look for it: let its user write there");
        }
    }

    @Override
    public Announcement announce(String group, InetSocketAddress place) throws IOException {
        check(true);
        String text = Places.text(place);
        Path file = folder.resolve(group + "-" + text.replaceAll("[^A-Za-z0-9.]", "_") + SUFFIX);
        try {
            Path part = Files.createTempFile(folder, ".new-", ".tmp"); // which members do not read half-written
            try {
                Files.write(part, (text + "\n").getBytes(StandardCharsets.UTF_8));
                part.toFile().setReadable(true, false); // also by members of other users
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException unwritable) {
            throw new IOException(
                    "the file '" + file + "' cannot be written, by which members find this process: "
                            + unwritable.getMessage(),
                    unwritable);
        }
        return () -> delete(file);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failed) {
            LOG.log(System.Logger.Level.WARNING, "the file {0} is left: {1}", file, failed.getMessage());
        }
    }

    @Override
    public String text() {
        return "in the folder '" + folder + "'";
    }
}
