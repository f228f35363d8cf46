package org.asterism.driver.sim.internal.reading;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.jr.ob.JSON;
import com.fasterxml.jackson.jr.ob.JSONObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.asterism.spi.file.InputFile;

/** Reads JSON documents of any origin. Size and depth are bounded, and errors have a line and a column. */
final class JsonText {
    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_DEPTH = 100;
    private static final int LONGEST_NAME = 1000;
    private static final int LONGEST_TEXT = 100_000;

    private static final JSON READER = JSON.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MOST_DEPTH)
                            .maxNameLength(LONGEST_NAME)
                            .maxStringLength(LONGEST_TEXT)
                            .build())
                    .build())
            .enable(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS)
            .build();

    private JsonText() {}

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it cannot be read, is too large, or is no UTF-8
     */
    static String of(Path file) {
        InputFile.objection(file).ifPresent(objection -> {
            throw Problems.refusal(file.toString(), objection);
        });
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(file)) {
            bytes = stream.readNBytes(MOST_BYTES + 1);
        } catch (IOException unreadable) {
            throw Problems.refusal(file.toString(), "cannot be read: " + unreadable);
        }
        if (bytes.length > MOST_BYTES) {
            throw Problems.refusal(
                    file.toString(), "is larger than " + (MOST_BYTES >> 20) + " MiB, the most that is read");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        if (result.isError()) {
            throw Problems.refusal(
                    file.toString(),
                    String.format(
                            "is no text in UTF-8: byte 0x%02x at offset %d: give a JSON file",
                            bytes[in.position()] & 0xff, in.position()));
        }
        return out.flip().toString();
    }

    /**
     * Parses a document.
     *
     * @param name the name of the document in messages
     * @return maps, lists, texts, numbers and booleans
     * @throws IllegalArgumentException if it is no JSON, or anything follows the document
     */
    static Object parse(String name, String text) {
        try (JsonParser parser = READER.getStreamingFactory().createParser(text)) {
            try {
                Object document = READER.anyFrom(parser);
                if (parser.nextToken() != null) {
                    throw refusal(name, parser.currentTokenLocation(), "something follows the end of the document");
                }
                return document;
            } catch (JSONObjectException twice) {
                throw refusal(name, parser.currentLocation(), twice.getOriginalMessage());
            } catch (JsonProcessingException broken) {
                JsonLocation location = broken.getLocation();
                throw refusal(
                        name, location == null ? parser.currentLocation() : location, broken.getOriginalMessage());
            }
        } catch (IOException impossible) {
            throw new IllegalStateException("a text cannot be read: " + impossible, impossible);
        }
    }

    private static IllegalArgumentException refusal(String name, JsonLocation location, String reason) {
        // What is taken out tells where the reader has put the text, and which of its settings is to be changed.
        String told = reason.replaceFirst("(?s) ?\\(start marker at .*", "").replaceFirst(", from `[^`]*`", "");
        return Problems.refusal(
                name,
                "is no good JSON: line " + location.getLineNr() + ", column " + location.getColumnNr() + ": "
                        + Problems.onOneLine(told));
    }
}
