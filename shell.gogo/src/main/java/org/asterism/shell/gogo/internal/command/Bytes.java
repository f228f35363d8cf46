package org.asterism.shell.gogo.internal.command;

import java.util.Locale;

/** Formatting of memory sizes. */
final class Bytes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final double STEP = 1024;

    private Bytes() {}

    /** Formats a size in the largest unit in which it is at least 1, such as {@code 15.5 GiB}. */
    static String text(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= STEP && unit < UNITS.length - 1) {
            size /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, size == Math.rint(size) ? "%.0f %s" : "%.1f %s", size, UNITS[unit]);
    }
}
