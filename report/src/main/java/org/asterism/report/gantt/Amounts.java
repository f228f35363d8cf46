package org.asterism.report.gantt;

import java.util.Locale;

/** Numbers as pictures of schedules write them. */
final class Amounts {
    private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB", "PB"};

    private Amounts() {}

    static String percent(double part, double whole) {
        return String.format(Locale.ROOT, "%.1f %%", whole > 0 ? 100 * part / whole : 0);
    }

    static String counted(long number, String what) {
        return grouped(number) + " " + what + (number == 1 ? "" : "s");
    }

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', '\u2009');
    }

    static String bytes(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= 1000 && unit < SIZES.length - 1) {
            size /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", size, SIZES[unit]);
    }
}
