package org.asterism.spi.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Gets the messages of a link. One thread at a time makes all calls for one link; they must not block, because the
 * thread may serve other links, too. An exception closes the link.
 */
@ConsumerType
public interface Receiver {
    /**
     * The head of a message has come.
     *
     * @param link that it came by
     * @param head from its position to its limit; valid during the call
     * @param bytes the length of the body, 0 for none. The receiver refuses what is too long by an exception
     * @return the native memory that the body is written to, piece after piece, of {@code bytes} in all; empty if there
     *     is no body
     */
    List<MemorySegment> head(Link link, ByteBuffer head, long bytes);

    /**
     * The body of the message whose head came last is complete. Not called for messages without body.
     *
     * @param link that it came by
     */
    void body(Link link);

    /**
     * The link is closed: no message will come. Called once and last.
     *
     * @param link that was closed
     * @param reason why, in a phrase: by this side, by the peer, or an error
     */
    void closed(Link link, String reason);
}
