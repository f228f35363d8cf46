package org.asterism.transport.netty.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The first bytes of each side. They show that the peer speaks this protocol in this version.
 *
 * <p>A side sends them only after the TLS handshake. So whoever gets them knows that the peer has accepted its
 * certificate: the handshake alone does not tell that to the connecting side.
 */
final class Greeting {
    /** The last letter is the version of the protocol. */
    private static final byte[] TEXT = "ASTERLK1".getBytes(StandardCharsets.US_ASCII);

    private static final int TLS_ALERT = 0x15;
    private static final int TLS_HANDSHAKE = 0x16;

    private int read;

    static ByteBuf bytes() {
        return Unpooled.directBuffer(TEXT.length).writeBytes(TEXT);
    }

    /**
     * Reads the peer's greeting, or a part of it.
     *
     * @return whether it is complete
     * @throws IOException if it is something else
     */
    boolean readFrom(ByteBuf in) throws IOException {
        while (read < TEXT.length && in.isReadable()) {
            byte letter = in.readByte();
            if (letter != TEXT[read]) {
                throw new IOException(whatElse(letter));
            }
            read++;
        }
        return read == TEXT.length;
    }

    private String whatElse(byte letter) {
        if (read == 0 && (letter == TLS_ALERT || letter == TLS_HANDSHAKE)) {
            return "the peer uses TLS, this side does not";
        }
        return read == TEXT.length - 1
                ? "the peer speaks another version of the protocol"
                : "the peer does not speak the protocol of members";
    }
}
