package org.asterism.spi.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A connection to a peer. Messages arrive whole and in the order in which they were sent, or the link is closed.
 *
 * <p><b>Threads.</b> Any. No method blocks.
 */
@ConsumerType
public interface Link extends AutoCloseable {
    /** The greatest length of a message's head, in bytes. */
    int LONGEST_HEAD = 1 << 20;

    /**
     * Sends a message of a head and a body. If the link is closed, the message is dropped, and {@code sent} is called.
     *
     * @param head from its position to its limit, at most {@link #LONGEST_HEAD} bytes; may be changed after the call
     * @param body pieces of native memory, sent one after the other without a copy; they must not change until
     *     {@code sent} is called. Empty for a message without body
     * @param sent is run once, by any thread, when the body is not needed any more: it was sent, or the link is closed
     */
    void send(ByteBuffer head, List<MemorySegment> body, Runnable sent);

    /**
     * Returns the peer's name in messages to people.
     *
     * @return its address
     */
    String peer();

    /** Closes the link. Both receivers hear of it. Further calls have no effect. */
    @Override
    void close();
}
