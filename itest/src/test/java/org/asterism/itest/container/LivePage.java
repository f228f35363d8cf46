package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/**
 * A client of the live page: asks for everything again and again, as a browser does. It has a second connection with
 * half a request.
 */
final class LivePage implements AutoCloseable {
    static final String BUNDLE = "org.asterism.console.web";

    private final String root;
    private final String token;
    private final Socket halfRequest;
    private final FutureTask<IOException> page;

    /**
     * Opens the page.
     *
     * @param link as the shell prints it
     */
    LivePage(String link) throws IOException {
        int mark = link.indexOf("/#token=");
        root = link.substring(link.indexOf("http://"), mark);
        token = link.substring(mark + "/#token=".length()).strip();
        halfRequest = connect();
        halfRequest.setSoTimeout((int) Await.PATIENCE.toMillis());
        halfRequest.getOutputStream().write("GET /api/sna".getBytes(StandardCharsets.US_ASCII));
        assertTrue(ask("snapshot").contains("\"begun\":true"));
        CountDownLatch open = new CountDownLatch(1);
        page = Await.inBackground("live page", () -> {
            try {
                while (true) {
                    ask("snapshot");
                    ask("idle");
                    open.countDown();
                }
            } catch (IOException ended) {
                return ended;
            }
        });
        Await.until("the page is open", () -> open.getCount() == 0 || page.isDone());
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), URI.create(root).getPort());
    }

    private String ask(String address) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(root + "/api/" + address).toURL().openConnection();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        try (InputStream answer = connection.getInputStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Waits until the server has ended: both connections and the port are closed, and no thread is left. */
    void awaitEnd() throws Exception {
        Await.end("the page", page);
        assertEquals(-1, halfRequest.getInputStream().read());
        assertThrows(ConnectException.class, () -> connect().close());
        Await.until("the threads of the page have ended", () -> threads().isEmpty());
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("asterism-console.*|HTTP-Dispatcher|idle-timeout-task"))
                .toList();
    }

    @Override
    public void close() throws IOException {
        halfRequest.close();
    }
}
