package org.asterism.trace.export.internal.output;

import java.math.BigDecimal;

/** Decimal notation of numbers without exponents, which many readers of text formats do not know. */
final class Decimals {
    private static final long EXACT = 1L << 53;

    private Decimals() {}

    static String of(double value) {
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            return Long.toString((long) value);
        }
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
