package org.asterism.cluster.internal;

import java.net.Socket;
import java.net.SocketException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.TLS;

/** The engine's TLS, which waits for an answer to a handshake without a limit of time; with one. */
final class LimitedHandshake extends TLS {
    private static final System.Logger LOG = System.getLogger(LimitedHandshake.class.getName());

    private final int millis;

    /** Makes it: a connection fails if the other side is silent for some milliseconds during its handshake. */
    LimitedHandshake(int millis) {
        this.millis = millis;
    }

    @Override
    public SocketFactory createSocketFactory(SSLContext context) {
        DefaultSocketFactory factory = (DefaultSocketFactory) super.createSocketFactory(context);
        Consumer<Socket> limit = socket -> limit((SSLSocket) socket);
        factory.setSocketConfigurator(limit);
        return factory;
    }

    private void limit(SSLSocket socket) {
        setLimit(socket, millis);
        socket.addHandshakeCompletedListener(done -> setLimit(socket, 0)); // it may be idle from now on
    }

    private static void setLimit(SSLSocket socket, int millis) {
        try {
            socket.setSoTimeout(millis);
        } catch (SocketException closed) {
            LOG.log(System.Logger.Level.DEBUG, "a connection is closed: {0}", closed.getMessage());
        }
    }
}
