package org.asterism.trace.report.internal.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;

/** Binary data of a page, for the typed arrays of a script: deflated, in base 64. */
final class Block {
    private Block() {}

    static void write(Html html, String id, byte[] bytes) {
        html.raw("<script type=\"application/octet-stream\" id=\"").text(id).raw("\">");
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (DeflaterOutputStream stream = new DeflaterOutputStream(deflated)) {
            stream.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        html.raw(Base64.getEncoder().encodeToString(deflated.toByteArray())).raw("</script>\n");
    }

    /** A buffer with the order of bytes of typed arrays. */
    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
