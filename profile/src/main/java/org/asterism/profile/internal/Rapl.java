package org.asterism.profile.internal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Energy of the processor packages, from the counters that Linux shows as files: {@code intel-rapl:N/energy_uj}, which
 * count microjoules and start over after {@code max_energy_range_uj}. Reading them usually takes the rights of an
 * administrator. One thread at a time.
 */
final class Rapl {
    private static final double MICROJOULES = 1e6;

    private static final class Zone {
        private final Path energy;
        private final long range;
        private long last;
        private long sum;

        private Zone(Path folder) throws IOException {
            energy = folder.resolve("energy_uj");
            range = number(folder.resolve("max_energy_range_uj"));
            last = number(energy);
        }

        private void read() throws IOException {
            long now = number(energy);
            sum += now >= last ? now - last : range - last + now;
            last = now;
        }

        private static long number(Path file) throws IOException {
            try {
                return Long.parseLong(Files.readString(file).strip());
            } catch (NumberFormatException noNumber) {
                throw new IOException(file + " has no number: " + noNumber.getMessage(), noNumber);
            }
        }
    }

    private final List<Zone> zones = new ArrayList<>();

    /** Opens the counters of a folder; there may be none that can be read. */
    Rapl(Path folder) {
        try (DirectoryStream<Path> packages = Files.newDirectoryStream(folder, Rapl::isPackage)) {
            for (Path each : packages) {
                zones.add(new Zone(each));
            }
        } catch (IOException | DirectoryIteratorException | SecurityException notReadable) {
            zones.clear();
        }
    }

    /** Zones such as {@code intel-rapl:0:0} are parts of others. */
    private static boolean isPackage(Path folder) {
        return folder.getFileName().toString().matches("intel-rapl:\\d+");
    }

    /** The energy since the last reset; empty if it cannot be read. */
    OptionalDouble joules() {
        try {
            long sum = 0;
            for (Zone zone : zones) {
                zone.read();
                sum += zone.sum;
            }
            return zones.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum / MICROJOULES);
        } catch (IOException gone) {
            zones.clear();
            return OptionalDouble.empty();
        }
    }

    void reset() {
        joules();
        zones.forEach(zone -> zone.sum = 0);
    }
}
