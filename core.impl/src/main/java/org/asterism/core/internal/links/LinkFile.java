package org.asterism.core.internal.links;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.core.internal.prediction.DamagedTextException;
import org.asterism.spi.file.InputFile;

/**
 * The file with the speeds of a machine's links: text, one line per link, columns separated by tabs.
 *
 * <p>It is written completely to a second file, which then replaces the first, so a crash leaves the old one intact.
 * The last line proves that no line is missing. An unreadable file is set aside and reported.
 *
 * <p>One thread at a time may use it. If two processes write, the later file stays.
 */
final class LinkFile {
    private static final Logger LOG = System.getLogger(LinkFile.class.getName());
    private static final String FORMAT = "asterism-links\t1";
    private static final String NODES = "nodes";
    private static final String LINK = "link";
    private static final String END = "end";
    private static final int LINK_COLUMNS = 5;

    /** Keeps the files apart that runtimes of this process write at the same time. */
    private static final AtomicLong WRITTEN = new AtomicLong();

    private final Path file;

    LinkFile(Path file) {
        this.file = file;
    }

    /**
     * Returns the stored links of a machine with these nodes; empty if there are none, or if they belong to other
     * nodes.
     */
    Map<Way, Speed> read(Set<String> nodes) {
        Optional<String> objection = InputFile.objection(file);
        if (objection.isPresent()) {
            LOG.log(Level.WARNING, "the file of links {0} {1}", file, objection.get());
            return Map.of();
        }
        try {
            return parse(Files.readAllLines(file), nodes);
        } catch (NoSuchFileException none) {
            return Map.of();
        } catch (DamagedTextException | CharacterCodingException damaged) {
            setAside(damaged);
            return Map.of();
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, "the file of links {0} cannot be read: {1}", file, unreadable);
            return Map.of();
        }
    }

    private void setAside(Exception why) {
        Path aside = file.resolveSibling(file.getFileName() + ".damaged");
        String what = why instanceof DamagedTextException ? why.getMessage() : "not in UTF-8";
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            LOG.log(
                    Level.WARNING,
                    "the file of links {0} is damaged ({1}): it is now {2}, and links are measured anew",
                    file,
                    what,
                    aside);
        } catch (IOException stays) {
            LOG.log(
                    Level.WARNING,
                    "the file of links {0} is damaged ({1}) and cannot be set aside: {2}",
                    file,
                    what,
                    stays);
        }
    }

    private static Map<Way, Speed> parse(List<String> lines, Set<String> nodes) throws DamagedTextException {
        Map<Way, Speed> known = new HashMap<>();
        Set<String> kept = new HashSet<>();
        boolean headed = false;
        boolean ended = false;
        int number = 0;
        for (String line : lines) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (ended) {
                throw new DamagedTextException(number, "more behind the end");
            }
            String[] columns = line.split("\t", -1);
            if (!headed) {
                headed = line.equals(FORMAT);
                if (!headed) {
                    throw new DamagedTextException(
                            number, "not '" + FORMAT.replace('\t', ' ') + "', which it begins with");
                }
            } else if (columns[0].equals(NODES)) {
                kept.addAll(List.of(columns).subList(1, columns.length));
            } else if (columns[0].equals(LINK) && columns.length == LINK_COLUMNS) {
                known.put(new Way(columns[1], columns[2]), speed(columns, number));
            } else if (line.equals(END + "\t" + known.size())) {
                ended = true;
            } else {
                throw new DamagedTextException(number, "'" + line + "' is no line of such a file");
            }
        }
        if (!ended) {
            throw new DamagedTextException(number, "the end is missing");
        }
        return kept.equals(nodes) ? known : Map.of();
    }

    private static Speed speed(String[] columns, int line) throws DamagedTextException {
        try {
            double latency = Double.parseDouble(columns[3]);
            double bytesPerSecond = Double.parseDouble(columns[4]);
            if (latency >= 0 && latency < 1e18 && bytesPerSecond > 0 && bytesPerSecond < 1e18) {
                return new Speed(latency, 1e9 / bytesPerSecond);
            }
        } catch (NumberFormatException noNumber) {
            // The message below names what was found, which is all that this exception could tell.
        }
        throw new DamagedTextException(
                line, "'" + columns[3] + "' ns, '" + columns[4] + "' bytes/s: no latency and bandwidth");
    }

    /** Keeps what was measured on a machine with these nodes; reports it if that cannot be done. */
    void write(Set<String> nodes, Map<Way, Speed> known, Instant now) {
        List<String> lines = new ArrayList<>();
        lines.add("# How fast data are copied between memory nodes of this machine, measured by Asterism at " + now);
        lines.add("# from, to, latency in nanoseconds, bytes per second of a single copy");
        lines.add(FORMAT);
        lines.add(NODES + "\t" + String.join("\t", nodes.stream().sorted().toList()));
        Map<String, String> sorted = new TreeMap<>();
        known.forEach((way, speed) -> {
            String between = way.from() + "\t" + way.to();
            sorted.put(between, LINK + "\t" + between + "\t" + speed.latency() + "\t" + 1e9 / speed.nanosPerByte());
        });
        lines.addAll(sorted.values());
        lines.add(END + "\t" + sorted.size());
        try {
            replace(String.join("\n", lines) + "\n");
        } catch (IOException failed) {
            LOG.log(
                    Level.WARNING,
                    "the links of this machine cannot be kept in {0}: {1}; they are measured again next time",
                    file,
                    failed);
        }
    }

    private void replace(String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = file.resolveSibling("." + file.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + WRITTEN.incrementAndGet() + ".tmp");
        try {
            Files.writeString(fresh, text);
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
