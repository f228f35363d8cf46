package org.asterism.trace.report.internal.page;

import org.asterism.trace.report.internal.verdict.Words;

/**
 * Number as a page shows it. The exact value is in the page, too, for programs that read it.
 *
 * @param text what is shown
 * @param value the number: nanoseconds, bytes, or a share from 0 to 1
 */
record Amount(String text, Number value) {
    static Amount time(double nanos) {
        return new Amount(Words.time(nanos), plain(nanos));
    }

    static Amount percent(double share) {
        return new Amount(Words.percent(share), share);
    }

    static Amount bytes(double bytes) {
        return new Amount(Words.bytes(bytes), plain(bytes));
    }

    static Amount count(long number) {
        return new Amount(Words.count(number), number);
    }

    private static Number plain(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    void write(Html html) {
        html.element("data", text, "value", value);
    }
}
