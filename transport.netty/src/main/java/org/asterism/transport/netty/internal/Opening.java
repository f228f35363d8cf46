package org.asterism.transport.netty.internal;

import org.asterism.spi.remote.Receiver;

/** What becomes of a connection. The loop's thread calls one of the methods, once. */
interface Opening {
    /**
     * Both sides have proved their identity.
     *
     * @param link to the peer
     * @return gets the peer's messages
     */
    Receiver opened(NettyLink link);

    /**
     * The connection was closed before.
     *
     * @param peer address of the peer
     * @param reason in a phrase
     */
    void failed(String peer, String reason);
}
