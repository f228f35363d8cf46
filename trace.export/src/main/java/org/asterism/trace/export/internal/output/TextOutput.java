package org.asterism.trace.export.internal.output;

import java.nio.charset.StandardCharsets;

/** Writer of text in UTF-8, for one thread. Numbers look the same in all locales. */
public final class TextOutput {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final Output output;
    private final long origin;

    /**
     * Makes a writer.
     *
     * @param output takes the bytes
     * @param origin the time that is written as 0, in nanoseconds
     */
    public TextOutput(Output output, long origin) {
        this.output = output;
        this.origin = origin;
    }

    /**
     * Writes text.
     *
     * @param text the text
     * @return this
     */
    public TextOutput text(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                byte[] rest = text.substring(i).getBytes(StandardCharsets.UTF_8);
                output.write(rest, 0, rest.length);
                return this;
            }
            output.write(c);
        }
        return this;
    }

    /**
     * Writes an integer.
     *
     * @param value the integer
     * @return this
     */
    public TextOutput number(long value) {
        return text(Long.toString(value));
    }

    /**
     * Writes a number in the shortest decimal notation that gives the same number.
     *
     * @param value a finite number
     * @return this
     */
    public TextOutput number(double value) {
        return text(Decimals.of(value));
    }

    /**
     * Writes a time as milliseconds since the start of the recording, with all nanoseconds.
     *
     * @param time nanoseconds of the runtime's clock
     * @return this
     */
    public TextOutput time(long time) {
        return duration(time - origin);
    }

    /**
     * Writes a duration in milliseconds, with all nanoseconds.
     *
     * @param nanos the duration
     * @return this
     */
    public TextOutput duration(long nanos) {
        if (nanos < 0) {
            text("-");
        }
        long magnitude = Math.abs(nanos);
        String fraction = Long.toString(magnitude % NANOS_PER_MILLI + NANOS_PER_MILLI);
        return number(magnitude / NANOS_PER_MILLI).text(".").text(fraction.substring(1));
    }

    /**
     * Ends a line.
     *
     * @return this
     */
    public TextOutput line() {
        output.write('\n');
        return this;
    }

    /**
     * Writes text and ends the line.
     *
     * @param text the text
     * @return this
     */
    public TextOutput line(String text) {
        return text(text).line();
    }
}
