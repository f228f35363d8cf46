package org.asterism.report.text;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formatting of numbers with a unit: three digits and a prefix. */
public final class Quantity {
    private static final String[] PREFIXES = {"p", "n", "\u00b5", "m", "", "k", "M", "G", "T", "P"};
    private static final int NO_PREFIX = 4;
    private static final int DIGITS = 3;

    private Quantity() {}

    /**
     * Formats a number.
     *
     * @param value number in the unit
     * @param unit unit, such as {@code s} or {@code B}
     * @return text such as {@code 1.25 ms}
     */
    public static String text(double value, String unit) {
        if (value == 0 || !Double.isFinite(value)) {
            return (value == 0 ? "0" : Double.toString(value)) + " " + unit;
        }
        BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(DIGITS));
        int exponent = rounded.precision() - rounded.scale() - 1;
        int index = Math.clamp(Math.floorDiv(exponent, DIGITS) + NO_PREFIX, 0, PREFIXES.length - 1);
        BigDecimal scaled = rounded.scaleByPowerOfTen(-DIGITS * (index - NO_PREFIX));
        return scaled.stripTrailingZeros().toPlainString() + " " + PREFIXES[index] + unit;
    }
}
