package org.asterism.transport.netty.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.asterism.spi.remote.LinkSecurity;

/** Addresses in messages, and which of them links may have. */
final class Addresses {
    private Addresses() {}

    /** Returns an address as people write it: without the name that the JDK may have looked up. */
    static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return String.valueOf(address);
        }
        if (inet.isUnresolved()) {
            return inet.getHostString() + ":" + inet.getPort();
        }
        String host = inet.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + inet.getPort();
    }

    /**
     * Refuses addresses that no link may have.
     *
     * @param action begins the message
     */
    static void check(String action, InetSocketAddress address, LinkSecurity security) throws IOException {
        InetAddress host = address.getAddress();
        if (host == null) {
            throw new IOException(action + " " + text(address) + ": unknown host");
        }
        if (security.tls().isEmpty() && !host.isLoopbackAddress()) {
            throw new IOException(
                    action + " " + text(address) + " without TLS: only loopback addresses may have links without keys");
        }
    }
}
