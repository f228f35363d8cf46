package org.asterism.itest.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of a process as Linux describes it; other systems show nothing. */
final class ProcessMemory {
    /** Begins the lines of a mapping in {@code smaps}: its first address, and that behind it. */
    private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-[0-9a-f]+ .*");

    private final long pid;

    ProcessMemory(long pid) {
        this.pid = pid;
    }

    /**
     * How many kilobytes are in main memory, without those of a range of addresses.
     *
     * @param from first address of the range
     * @param to address behind it
     */
    long residentOutside(long from, long to) throws IOException {
        long sum = 0;
        boolean outside = true;
        for (String line : lines("smaps")) {
            Matcher mapping = MAPPING.matcher(line);
            if (mapping.matches()) {
                long address = Long.parseUnsignedLong(mapping.group(1), 16);
                outside = Long.compareUnsigned(address, from) < 0 || Long.compareUnsigned(address, to) >= 0;
            } else if (outside && line.startsWith("Rss:")) {
                sum += Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return sum;
    }

    /** How many pieces of files are mapped, without those of JOCL and JCuda, which are never unloaded. */
    long mappedFiles() throws IOException {
        return lines("maps").stream()
                .filter(line -> line.contains(" /") && !line.contains("/libJ"))
                .count();
    }

    private List<String> lines(String file) throws IOException {
        Path path = Path.of("/proc", Long.toString(pid), file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }
}
