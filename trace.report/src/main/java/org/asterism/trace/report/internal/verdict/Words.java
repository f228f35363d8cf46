package org.asterism.trace.report.internal.verdict;

import java.util.Locale;
import org.asterism.report.text.Quantity;

/** Amounts as sentences and tables write them. */
public final class Words {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PER_CENT = 100;
    private static final double FEW = 10;

    private Words() {}

    /** A time, such as {@code 1.25 ms}. */
    public static String time(double nanos) {
        return nanos == 0 ? "0 s" : Quantity.text(nanos / NANOS_PER_SECOND, "s");
    }

    /** A share, such as {@code 12.3 %}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", PER_CENT * share);
    }

    /** A size, such as {@code 1.25 MB}. */
    public static String bytes(double bytes) {
        return Quantity.text(bytes, "B");
    }

    /** How many times as large, such as {@code 2.4}. */
    public static String times(double factor) {
        return String.format(Locale.ROOT, factor < FEW ? "%.2f" : "%.0f", factor);
    }

    /** A number in groups of three digits. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', '\u2009');
    }

    /** A number and what it counts, in the plural unless it is 1. */
    public static String count(long number, String what) {
        return count(number) + " " + what + (number == 1 ? "" : "s");
    }
}
