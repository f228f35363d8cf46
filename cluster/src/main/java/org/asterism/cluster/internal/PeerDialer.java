package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.asterism.kit.remote.Endpoint;
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
    public void dial(String host, int port, Receiver receiver, Consumer<String> whenFailed) {
        SerialThread.daemon("asterism-cluster-peer", () -> connect(host, port, receiver, whenFailed))
                .start();
    }

    private void connect(String host, int port, Receiver receiver, Consumer<String> whenFailed) {
        try {
            InetSocketAddress place = new InetSocketAddress(host, port);
            if (place.isUnresolved()) {
                throw new IOException("there is no host '" + host + "'");
            }
            transport.connect(place, security, receiver);
        } catch (IOException | RuntimeException | Error refused) {
            boolean isExplained = refused instanceof IOException && refused.getMessage() != null;
            whenFailed.accept(isExplained ? refused.getMessage() : refused.toString());
        }
    }
}
