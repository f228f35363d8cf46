package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * Finds out why a coordinator cannot be joined, because the group's engine only says that it has found nobody. It tries
 * again with longer and longer pauses while there is no coordinator, on a thread of its own.
 */
final class Probe implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;

    /** How long a coordinator may take to refuse a key; it says nothing if it accepts it. */
    private static final int REFUSAL_MILLIS = 300;

    private final GroupSettings settings;
    private final PlaceSearch search;
    private final BooleanSupplier isAlone;
    private final Consumer<String> whenTried;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Probe(GroupSettings settings, PlaceSearch search, BooleanSupplier isAlone, Consumer<String> whenTried) {
        this.settings = settings;
        this.search = search;
        this.isAlone = isAlone;
        this.whenTried = whenTried;
    }

    /**
     * Begins after a while.
     *
     * @param settings the own address and the keys
     * @param search finds the places where the coordinator may be
     * @param isAlone whether there is no coordinator
     * @param whenTried is told, in a phrase, why none can be reached; empty if one can
     */
    static Probe begin(
            GroupSettings settings, PlaceSearch search, BooleanSupplier isAlone, Consumer<String> whenTried) {
        Probe probe = new Probe(settings, search, isAlone, whenTried);
        SerialThread.daemon("asterism-cluster-probe", probe::run).start();
        return probe;
    }

    private void run() {
        Pauses pauses = new Pauses();
        pauses.next(); // the engine needs a second
        try {
            while (!closed.await(pauses.next(), TimeUnit.MILLISECONDS)) {
                if (isAlone.getAsBoolean()) {
                    whenTried.accept(trouble());
                } else {
                    pauses.reset();
                }
            }
        } catch (InterruptedException unwanted) {
            // Nobody interrupts this thread, but it would end.
        }
    }

    private String trouble() {
        PlaceSearch.Result found = search.result();
        String trouble = found.trouble().isEmpty()
                ? "there is no coordinator " + settings.discovery().text()
                : found.trouble();
        for (InetSocketAddress place : found.places()) {
            try {
                reach(place);
                return "";
            } catch (IOException unreachable) {
                trouble = unreachable.getMessage();
            }
        }
        return trouble;
    }

    /**
     * Connects to a coordinator, proves its identity, and leaves at once.
     *
     * @throws IOException if that fails: the message says why
     */
    private void reach(InetSocketAddress place) throws IOException {
        String who = "coordinator " + Places.text(place);
        InetAddress own = settings.address().getAddress();
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(own, 0)); // as the engine does
            socket.connect(place, CONNECT_MILLIS);
            if (settings.tls().isPresent()) {
                prove(socket, place, settings.tls().get());
            }
        } catch (SSLException refused) {
            throw new IOException(
                    who + " and this process do not trust each other's keys: give both the same file of keys", refused);
        } catch (IOException unreachable) {
            throw new IOException(
                    who + " cannot be reached from " + own.getHostAddress() + ": " + unreachable.getMessage(),
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
            throw new IOException("it does not answer as one with keys does, or is too busy", silent);
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

    /** Ends the attempts. One that is under way ends within some seconds. */
    @Override
    public void close() {
        closed.countDown();
    }
}
