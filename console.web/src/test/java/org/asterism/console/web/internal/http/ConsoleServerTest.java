package org.asterism.console.web.internal.http;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which requests the server accepts, and what bad clients do to it: nothing. */
@Timeout(120)
class ConsoleServerTest {
    private static final String GET = "GET /api/echo HTTP/1.1";
    private static final String HOST = "Host: localhost";

    private static final MetricsPage NO_METRICS = new MetricsPage(true, Optional::empty);
    private static final String GET_METRICS = "GET /metrics HTTP/1.1";

    private ConsoleServer server;
    private RawRequest client;

    @BeforeEach
    void start() throws IOException {
        server = server(0);
        client = RawRequest.to(server.link());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static ConsoleServer server(int port) throws IOException {
        return server(port, new MetricsPage(false, () -> Optional.of("# EOF\n")));
    }

    private static ConsoleServer server(int port, MetricsPage metrics) throws IOException {
        return new ConsoleServer(
                InetAddress.getLoopbackAddress(),
                port,
                List.of("my-host"),
                request -> Map.of("method", request.method(), "path", request.path(), "large", "x".repeat(300_000)),
                metrics,
                () -> false);
    }

    private void assertRefused(int status, String part, String... lines) throws IOException {
        RawRequest.Answer answer = client.send("", lines);
        assertEquals(status, answer.status(), answer::text);
        assertTrue(answer.body().contains(part), answer::text);
        assertEquals(1, answer.body().lines().count(), answer::text);
    }

    @Test
    void shouldAnswerWithTheToken() throws IOException {
        assertEquals(200, client.get("/api/echo").status());
    }

    @Test
    void shouldRefuseRequestsWithoutTheToken() throws IOException {
        assertRefused(401, "token is missing or wrong", GET, HOST);
    }

    @Test
    void shouldRefuseAWrongToken() throws IOException {
        assertRefused(401, "token is missing or wrong", GET, HOST, "Authorization: Bearer wrong");
        assertRefused(401, "token is missing or wrong", GET, HOST, client.authorization() + "x");
        assertRefused(
                401,
                "token is missing or wrong",
                GET,
                HOST,
                client.authorization().replace("Bearer", "Basic"));
    }

    @Test
    void shouldRefuseATokenInTheAddressOrACookie() throws IOException {
        assertRefused(401, "token", "GET /api/echo?token=" + client.token() + " HTTP/1.1", HOST);
        assertRefused(401, "token", GET, HOST, "Cookie: token=" + client.token());
    }

    @Test
    void shouldGiveMetricsAsTextToThoseWithTheToken() throws IOException {
        assertRefused(401, "token is missing or wrong", GET_METRICS, HOST);
        RawRequest.Answer answer = client.get("/metrics");
        assertEquals(200, answer.status(), answer::text);
        assertEquals("# EOF", answer.body().strip());
        assertTrue(answer.text().contains("application/openmetrics-text; version=1.0.0"), answer::text);
        assertRefused(405, "use GET", "POST /metrics HTTP/1.1", HOST, client.authorization());
    }

    @Test
    void shouldGiveMetricsToEveryProgramIfItIsConfiguredSoButToNoOtherSite() throws IOException {
        try (ConsoleServer open = server(0, new MetricsPage(true, () -> Optional.of("# EOF\n")))) {
            client = RawRequest.to(open.link());
            assertEquals(200, client.send("", GET_METRICS, HOST).status());
            assertRefused(403, "host 'evil.example'", GET_METRICS, "Host: evil.example");
            assertRefused(401, "token is missing or wrong", GET, HOST);
        }
    }

    @Test
    void shouldSayThatThereAreNoMetrics() throws IOException {
        try (ConsoleServer without = server(0, NO_METRICS)) {
            client = RawRequest.to(without.link());
            assertRefused(404, "start the bundle profile", GET_METRICS, HOST);
        }
    }

    @Test
    void shouldRefuseForeignHosts() throws IOException {
        assertRefused(403, "host 'evil.example'", GET, "Host: evil.example", client.authorization());
        assertRefused(403, "host 'evil.example:80'", "GET / HTTP/1.1", "Host: evil.example:80");
        assertRefused(403, "host '127.0.0.1.evil'", GET, "Host: 127.0.0.1.evil", client.authorization());
    }

    @Test
    void shouldAcceptItsNamesAtAnyPortSoThatTunnelsWork() throws IOException {
        for (String host : List.of("localhost:9000", "127.0.0.1:1", "[::1]:5", "my-host", "MY-HOST:8")) {
            assertEquals(
                    200,
                    client.send("", GET, "Host: " + host, client.authorization())
                            .status(),
                    host);
        }
    }

    @Test
    void shouldRefuseOtherSites() throws IOException {
        assertRefused(403, "origin", GET, HOST, client.authorization(), "Origin: http://evil.example");
        assertRefused(403, "origin", GET, HOST, client.authorization(), "Origin: null");
        assertRefused(403, "origin", GET, HOST, client.authorization(), "Origin: http://localhost:81");
        assertRefused(403, "another site", GET, HOST, client.authorization(), "Sec-Fetch-Site: cross-site");
        assertRefused(403, "another site", GET, HOST, client.authorization(), "Sec-Fetch-Site: same-site");
        assertEquals(
                200,
                client.send(
                                "",
                                GET,
                                HOST,
                                client.authorization(),
                                "Origin: http://localhost",
                                "Sec-Fetch-Site: same-origin")
                        .status());
    }

    @Test
    void shouldForbidWhatBrowsersNeedNotDo() throws IOException {
        for (String address : List.of("/", "/page.js", "/api/echo")) {
            String head = client.get(address).text().split("\r\n\r\n", 2)[0].toLowerCase(java.util.Locale.ROOT);
            assertTrue(head.contains("content-security-policy: default-src 'none'; script-src 'self';"), head);
            assertFalse(head.contains("unsafe"), head);
            assertTrue(head.contains("x-content-type-options: nosniff"), head);
            assertTrue(head.contains("cache-control: no-store"), head);
            assertTrue(head.contains("referrer-policy: no-referrer"), head);
            assertTrue(head.contains("frame-ancestors 'none'"), head);
            assertFalse(head.contains("access-control-allow"), head);
        }
    }

    @Test
    void shouldShowThePageWithoutTokenAndWithoutInlineScripts() throws IOException {
        RawRequest.Answer page = client.send("", "GET / HTTP/1.1", HOST);
        assertEquals(200, page.status());
        assertFalse(page.text().contains(client.token()));
        assertFalse(Pattern.compile("<script>|<style|style=|onclick=|javascript:|https?://")
                .matcher(page.body())
                .find());
    }

    @Test
    void shouldHaveEveryFileThatThePageNames() throws IOException {
        List<String> open = new ArrayList<>(List.of("/"));
        for (int next = 0; next < open.size(); next++) {
            RawRequest.Answer file = client.send("", "GET " + open.get(next) + " HTTP/1.1", HOST);
            assertEquals(200, file.status(), open.get(next));
            Matcher names = Pattern.compile("(?:href|src)=\"([\\w.]+)\"|from \"\\./([\\w.]+)\"")
                    .matcher(file.body());
            while (names.find()) {
                String name = "/" + (names.group(1) == null ? names.group(2) : names.group(1));
                if (!open.contains(name)) {
                    open.add(name);
                }
            }
        }
        assertTrue(
                open.containsAll(List.of("/look.css", "/page.css", "/look.js", "/page.js", "/lanes.js")),
                open::toString);
    }

    @Test
    void shouldHaveNoOtherFiles() throws IOException {
        for (String address : List.of("/nothing.js", "/../Token.class", "/page/", "/%2e%2e/x.js", "/index")) {
            assertRefused(404, "no such page", "GET " + address + " HTTP/1.1", HOST);
        }
    }

    @Test
    void shouldRefuseLongAndStrangeRequests() throws IOException {
        assertEquals(413, client.post("/api/echo", "x".repeat(70_000)).status());
        assertEquals(400, client.post("/api/echo", "no json").status());
        assertEquals(400, client.get("/api/echo?a=%zz").status());
    }

    @Test
    void shouldNotShowTheTokenInTextsAndMakeANewOneEachTime() throws IOException {
        Token token = Token.random();
        assertEquals("token", token.toString());
        assertNotEquals(token.text(), Token.random().text());
        assertEquals(32, token.text().length());
    }

    @Test
    void shouldSayInOneLineThatThePortIsInUse() {
        IOException refused = assertThrows(IOException.class, () -> server(server.port()));
        assertTrue(refused.getMessage().startsWith("port " + server.port() + " of 127.0.0.1 cannot be opened"));
        assertEquals(1, refused.getMessage().lines().count());
    }

    @Test
    void shouldSayInOneLineThatTheAddressIsOfNoInterface() throws IOException {
        InetAddress reserved = InetAddress.getByName("192.0.2.1"); // for documentation
        IOException refused = assertThrows(
                IOException.class,
                () -> new ConsoleServer(reserved, 0, List.of(), request -> Map.of(), NO_METRICS, () -> false));
        assertTrue(refused.getMessage().startsWith("port 0 of 192.0.2.1 cannot be opened"), refused::getMessage);
        assertTrue(refused.getMessage().contains("no network interface of this machine has"), refused::getMessage);
        assertEquals(1, refused.getMessage().lines().count());
    }

    @Test
    void shouldAnswerWhileAThousandConnectionsAreOpen() throws IOException {
        List<Socket> idle = new ArrayList<>();
        try {
            for (int connection = 0; connection < 1000; connection++) {
                Socket socket = client.connect();
                idle.add(socket);
                if (connection % 2 == 0) {
                    socket.getOutputStream().write("GET /api/ec".getBytes(StandardCharsets.US_ASCII));
                }
            }
            assertEquals(200, client.get("/api/echo").status());
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
        assertEquals(200, client.get("/api/echo").status());
    }

    @Test
    void shouldAnswerOthersWhileClientsDoNotRead() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int connection = 0; connection < 50; connection++) {
                Socket socket = client.connect();
                slow.add(socket);
                String request = String.join("\r\n", GET, HOST, client.authorization(), "", "");
                socket.getOutputStream().write(request.repeat(50).getBytes(StandardCharsets.US_ASCII));
            }
            assertEquals(200, client.get("/api/echo").status());
        } finally {
            for (Socket socket : slow) {
                socket.close(); // a closed browser
            }
        }
        assertEquals(200, client.get("/api/echo").status());
    }

    @Test
    void shouldLeaveNoThreadBehind() throws IOException {
        client.get("/api/echo");
        assertTrue(ownThreads() > 0);
        server.close();
        await(() -> ownThreads() == 0);
    }

    private static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("asterism-console.*|HTTP-Dispatcher|idle-timeout-task"))
                .count();
    }

    @Test
    void shouldKeepNoProgramAliveByItsThreads() throws IOException {
        client.get("/api/echo");
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("asterism-console.*|HTTP-Dispatcher"))
                .allMatch(Thread::isDaemon));
    }
}
