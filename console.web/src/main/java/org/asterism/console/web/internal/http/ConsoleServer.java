package org.asterism.console.web.internal.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.asterism.spi.thread.BackgroundThread;

/** A server that is on. */
public final class ConsoleServer implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int SECONDS_FOR_CLIENTS = 20;

    private final Token token = Token.random();
    private final InetAddress address;
    private final HttpServer server;
    private final RequestThreads threads;
    private final Housekeeping housekeeping;
    private final Exchanges exchanges;

    /**
     * Starts a server.
     *
     * @param address of the network interface
     * @param port 0 for any free one
     * @param names further names under which browsers reach it
     * @param handler answers requests
     * @param metrics the page for monitoring systems
     * @param watches a chore for {@link Housekeeping}, while there are requests
     * @throws IOException if the port cannot be opened; the message is one line
     */
    public ConsoleServer(
            InetAddress address,
            int port,
            List<String> names,
            Request.Handler handler,
            MetricsPage metrics,
            BooleanSupplier watches)
            throws IOException {
        this.address = address;
        server = open(new InetSocketAddress(address, port));
        threads = new RequestThreads(SECONDS_FOR_CLIENTS, this::wake);
        housekeeping = new Housekeeping(List.of(threads::cutOffSlowClients, watches));
        exchanges = new Exchanges(new RequestCheck(token, hosts(names)), handler, metrics, threads);
        server.createContext("/", exchanges);
        server.setExecutor(threads);
        onDaemon(() -> {
            server.start();
            return server;
        });
    }

    private void wake() {
        housekeeping.wake();
    }

    /** The work of making or starting a server. */
    private interface Work {
        HttpServer result() throws IOException;
    }

    private static HttpServer open(InetSocketAddress place) throws IOException {
        try {
            return onDaemon(() -> HttpServer.create(place, BACKLOG));
        } catch (BindException refused) {
            String remedy = isOfThisMachine(place.getAddress())
                    ? "choose another with --port, or 0 for any free one"
                    : "no network interface of this machine has the address; give one that has, or 0.0.0.0 for all";
            throw new IOException(
                    "port " + place.getPort() + " of " + place.getAddress().getHostAddress() + " cannot be opened: "
                            + refused.getMessage() + "; " + remedy,
                    refused);
        }
    }

    private static boolean isOfThisMachine(InetAddress address) throws IOException {
        return address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }

    /**
     * The threads of the server inherit from the one that makes them. So a daemon makes them, without the class loader
     * and thread locals of the caller.
     */
    private static HttpServer onDaemon(Work work) throws IOException {
        CompletableFuture<HttpServer> done = new CompletableFuture<>();
        new BackgroundThread("asterism-console-start", () -> {
                    try {
                        done.complete(work.result());
                    } catch (IOException | RuntimeException failure) {
                        done.completeExceptionally(failure);
                    }
                })
                .start();
        try {
            return done.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the console started; try again", interrupted);
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case IOException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                default -> throw new IllegalStateException(failed.getCause());
            }
        }
    }

    private Set<String> hosts(List<String> names) {
        Set<String> hosts = new HashSet<>();
        Stream.concat(Stream.of("127.0.0.1", "localhost", "[::1]", literal(address)), names.stream())
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .forEach(hosts::add);
        return hosts;
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        return text.indexOf(':') < 0 ? text : "[" + text.replaceFirst("%.*", "") + "]";
    }

    /**
     * Returns the link for a browser. The token is in the part that browsers do not send, so no log of a server has it.
     *
     * @return an address with the token
     */
    public String link() {
        String host = address.isAnyLocalAddress() ? "localhost" : literal(address);
        return "http://" + host + ":" + port() + "/#token=" + token.text();
    }

    /**
     * Returns the port.
     *
     * @return from 1 to 65535
     */
    public int port() {
        return server.getAddress().getPort();
    }

    /**
     * Returns the address of the network interface.
     *
     * @return an address
     */
    public InetAddress address() {
        return address;
    }

    /**
     * Returns the number of requests.
     *
     * @return all of them, also refused ones
     */
    public long requests() {
        return exchanges.requests();
    }

    /**
     * Returns the number of requests that were refused.
     *
     * @return those with an error as answer
     */
    public long refused() {
        return exchanges.refused();
    }

    /** Closes the port and all connections, and ends the threads. */
    @Override
    public void close() {
        threads.close();
        server.stop(0);
        housekeeping.close();
    }
}
