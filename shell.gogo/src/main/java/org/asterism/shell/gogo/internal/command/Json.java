package org.asterism.shell.gogo.internal.command;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writer of JSON. */
public final class Json {
    private static final JSON WRITER = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

    private Json() {}

    /**
     * Writes a value on one line.
     *
     * @param value maps, lists, strings, numbers, booleans and null; numbers that JSON cannot express become strings
     * @return one line of JSON
     */
    public static String line(Object value) {
        try {
            return WRITER.asString(value);
        } catch (IOException notIntoAString) {
            throw new UncheckedIOException(notIntoAString);
        }
    }
}
