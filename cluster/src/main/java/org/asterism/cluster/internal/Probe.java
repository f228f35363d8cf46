package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Finds out why a coordinator cannot be joined, because the group's engine only says that it has found nobody. */
final class Probe {
    private static final int CONNECT_MILLIS = 2_000;

    /** How long a coordinator may take to refuse a key; it says nothing if it accepts it. */
    private static final int REFUSAL_MILLIS = 300;

    private Probe() {}

    /**
     * Connects to a coordinator, proves its identity, and leaves at once.
     *
     * @param place where it should be
     * @param tls the own key and the trusted ones; empty for none
     * @throws IOException if that fails: the message says why, and what to do
     */
    static void reach(InetSocketAddress place, Optional<SSLContext> tls) throws IOException {
        String who = "coordinator " + Places.text(place);
        try (Socket socket = new Socket()) {
            socket.connect(place, CONNECT_MILLIS);
            if (tls.isPresent()) {
                prove(socket, place, tls.get());
            }
        } catch (SSLException refused) {
            throw new IOException(
                    who + " and this process do not trust each other's keys: give both the same file of" + " keys",
                    refused);
        } catch (IOException unreachable) {
            throw new IOException(
                    who + " cannot be reached: " + unreachable.getMessage()
                            + "; is it running, and is this its address?",
                    unreachable);
        }
    }

    private static void prove(Socket socket, InetSocketAddress place, SSLContext tls) throws IOException {
        SSLSocket secured = (SSLSocket) tls.getSocketFactory()
                .createSocket(socket, place.getAddress().getHostAddress(), place.getPort(), false);
        secured.setSoTimeout(CONNECT_MILLIS);
        try {
            secured.startHandshake();
        } catch (SocketTimeoutException silent) {
            throw new SSLException("it does not answer: it may have no keys", silent);
        }
        secured.setSoTimeout(REFUSAL_MILLIS);
        try {
            if (secured.getInputStream().read() < 0) {
                throw new SSLException("it has closed the connection");
            }
        } catch (SocketTimeoutException accepted) {
            // With TLS 1.3 a refusal comes after the handshake.
        }
    }
}
