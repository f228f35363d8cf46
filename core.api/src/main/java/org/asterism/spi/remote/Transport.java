package org.asterism.spi.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service that carries messages, small ones and bulk data, between Java virtual machines. Register it with the
 * property {@link #NAME}.
 *
 * <p><b>Threads.</b> Any thread may call these methods.
 */
@ConsumerType
public interface Transport {
    /** The service property that names the transport (String, required), such as {@code netty}. */
    String NAME = "transport.name";

    /**
     * Accepts connections from now on.
     *
     * @param address the interface and port to listen at; port 0 for any free one
     * @param security the identity of this side, and whom it trusts
     * @param acceptor is told of each peer that has connected and proved its identity
     * @return ends the acceptance when it is closed; links that exist go on
     * @throws IOException if the address cannot be used: the message names it and says why
     */
    Listening listen(InetSocketAddress address, LinkSecurity security, Acceptor acceptor) throws IOException;

    /**
     * Connects to a peer, and waits until both sides have proved their identity.
     *
     * @param address where the peer listens
     * @param security the identity of this side, and whom it trusts
     * @param receiver gets the peer's messages
     * @return the link
     * @throws IOException if the peer cannot be reached within the transport's time limit, or one side refuses the
     *     other: the message names the address and the cause
     */
    Link connect(InetSocketAddress address, LinkSecurity security, Receiver receiver) throws IOException;

    /** Takes part in the beginning of a link from a peer. */
    @FunctionalInterface
    interface Acceptor {
        /**
         * A peer has connected.
         *
         * @param link to it
         * @return gets its messages
         */
        Receiver accepted(Link link);
    }

    /** The acceptance of connections. */
    interface Listening extends AutoCloseable {
        /**
         * Returns where peers can connect.
         *
         * @return the interface and the port in use
         */
        InetSocketAddress address();

        @Override
        void close();
    }
}
