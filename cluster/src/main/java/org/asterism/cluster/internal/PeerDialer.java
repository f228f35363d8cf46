package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.asterism.kit.remote.Endpoint;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;

/**
 * Opens links to other members, secured like those that this process takes. Each attempt has a thread of its own, since
 * names have to be looked up and peers may not answer.
 */
final class PeerDialer implements Endpoint.Dialer {
    private final Transport transport;
    private final LinkSecurity security;

    PeerDialer(Transport transport, LinkSecurity security) {
        this.transport = transport;
        this.security = security;
    }

    @Override
    public CompletionStage<Link> dial(String host, int port, Receiver receiver) {
        CompletableFuture<Link> opened = new CompletableFuture<>();
        SerialThread.daemon("asterism-cluster-peer", () -> connect(host, port, receiver, opened))
                .start();
        return opened;
    }

    private void connect(String host, int port, Receiver receiver, CompletableFuture<Link> opened) {
        try {
            InetSocketAddress place = new InetSocketAddress(host, port);
            if (place.isUnresolved()) {
                throw new IOException("there is no host '" + host + "'");
            }
            opened.complete(transport.connect(place, security, receiver));
        } catch (IOException | RuntimeException | Error refused) {
            opened.completeExceptionally(refused);
        }
    }
}
