package org.asterism.tck;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;

/** A transport with two threads for each link, which keeps its contract but for one defect. */
final class ToyTransport implements Transport {
    /** What is wrong with it. */
    enum Wrong {
        NOTHING,
        SWAPS_MESSAGES,
        LOSES_BODIES,
        SENDS_HEADS_LATER,
        ACCEPTS_ANY_HEAD,
        FORGETS_PIECES_TO_SEND,
        FILLS_ONE_PIECE,
        CUTS_LENGTHS,
        SENDS_BODIES_LATER,
        TELLS_TWICE,
        CALLS_WITH_TWO_THREADS,
        TAKES_EVERYTHING,
        KEEPS_THE_END_TO_ITSELF,
        TELLS_THE_END_TWICE,
        SURVIVES_EXCEPTIONS,
        ACCEPTS_ANY_MEMORY,
        FORGETS_WHAT_WAITS,
        ENDS_LINKS_WITH_THE_ACCEPTANCE,
        NEVER_ENDS_THE_ACCEPTANCE,
        NAMES_NO_ADDRESS,
        TRUSTS_OTHER_MACHINES,
        TRUSTS_ANY_PEER,
        LEAVES_THREADS
    }

    /** No process listens where this passes: the system answers for those that do. */
    private static final int CONNECT_MILLIS = 2_000;

    /** For each answer of a peer, which may be on a machine that is busy with other things. */
    private static final int ANSWER_MILLIS = 30_000;

    /** Long enough for a peer with TLS to see at once that it is none: else it would wait for more. */
    private static final byte[] GREETING = "toy transport".getBytes(StandardCharsets.US_ASCII);

    private final Wrong wrong;
    private final Set<ToyLink> links = ConcurrentHashMap.newKeySet();
    private final Set<ServerSocket> ports = ConcurrentHashMap.newKeySet();

    ToyTransport(Wrong wrong) {
        this.wrong = wrong;
    }

    @Override
    public Listening listen(InetSocketAddress address, LinkSecurity security, Acceptor acceptor) throws IOException {
        check(address, security);
        ServerSocket port = new ServerSocket();
        port.setReuseAddress(true);
        try {
            port.bind(address);
        } catch (IOException failed) {
            port.close();
            throw failure(address, failed);
        }
        ports.add(port);
        Thread accepting = Thread.ofPlatform().daemon().name("toy-port").start(() -> accept(port, security, acceptor));
        return new Listening() {
            @Override
            public InetSocketAddress address() {
                return (InetSocketAddress) port.getLocalSocketAddress();
            }

            @Override
            public void close() {
                if (wrong != Wrong.NEVER_ENDS_THE_ACCEPTANCE) {
                    closeQuietly(port);
                    awaitEnd(accepting);
                }
                if (wrong == Wrong.ENDS_LINKS_WITH_THE_ACCEPTANCE) {
                    links.forEach(ToyLink::close);
                }
            }
        };
    }

    /** The system accepts connections until the thread that waits for them has seen that its socket is closed. */
    private static void awaitEnd(Thread accepting) {
        try {
            accepting.join();
        } catch (InterruptedException stray) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept(ServerSocket port, LinkSecurity security, Acceptor acceptor) {
        while (!port.isClosed()) {
            try {
                Socket socket = port.accept();
                if (port.isClosed()) {
                    closeQuietly(socket);
                    return;
                }
                Thread.ofPlatform().daemon().name("toy-greeting").start(() -> {
                    try {
                        ToyLink link = open(socket, security, Optional.empty());
                        link.start(acceptor.accepted(link));
                    } catch (IOException refused) {
                        closeQuietly(socket);
                    }
                });
            } catch (IOException closed) {
                closeQuietly(port);
            }
        }
    }

    @Override
    public Link connect(InetSocketAddress address, LinkSecurity security, Receiver receiver) throws IOException {
        check(address, security);
        Socket socket = new Socket();
        try {
            socket.connect(address, CONNECT_MILLIS);
            ToyLink link = open(socket, security, Optional.of(address));
            link.start(receiver);
            return link;
        } catch (IOException failed) {
            closeQuietly(socket);
            throw failure(address, failed);
        }
    }

    private ToyLink open(Socket plain, LinkSecurity security, Optional<InetSocketAddress> called) throws IOException {
        plain.setSoTimeout(ANSWER_MILLIS);
        plain.setTcpNoDelay(true);
        Socket socket = security.tls().isEmpty()
                ? plain
                : encrypted(plain, security.tls().get(), called);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        out.write(GREETING);
        if (!Arrays.equals(in.readNBytes(GREETING.length), GREETING)) {
            throw new IOException("the peer says something else");
        }
        plain.setSoTimeout(0);
        ToyLink link = new ToyLink(wrong, socket, in, out);
        links.add(link);
        return link;
    }

    private Socket encrypted(Socket plain, SSLContext context, Optional<InetSocketAddress> called) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, "peer", plain.getPort(), true);
        socket.setUseClientMode(called.isPresent());
        if (called.isEmpty()) {
            socket.setNeedClientAuth(wrong != Wrong.TRUSTS_ANY_PEER);
        }
        socket.startHandshake();
        return socket;
    }

    private void check(InetSocketAddress address, LinkSecurity security) throws IOException {
        if (address.isUnresolved()) {
            throw new IOException(address + " is unknown");
        }
        if (security.tls().isEmpty()
                && !address.getAddress().isLoopbackAddress()
                && wrong != Wrong.TRUSTS_OTHER_MACHINES) {
            throw new IOException(address + " needs TLS");
        }
    }

    private IOException failure(InetSocketAddress address, IOException cause) {
        return wrong == Wrong.NAMES_NO_ADDRESS ? cause : new IOException(address + ": " + cause, cause);
    }

    private static void closeQuietly(AutoCloseable what) {
        try {
            what.close();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    void close() {
        ports.forEach(ToyTransport::closeQuietly);
        if (wrong != Wrong.LEAVES_THREADS) {
            links.forEach(ToyLink::close);
        }
    }
}
