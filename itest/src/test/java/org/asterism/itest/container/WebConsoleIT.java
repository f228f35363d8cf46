package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.asterism.itest.fixture.CommandRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** The page of the Web Console in a Web Console, as browsers see it. */
class WebConsoleIT {
    private static final Path CONSOLE = Path.of(System.getProperty("asterism.webconsole"));
    private static final String PAGE = "org.asterism.webconsole.felix";
    private static final Pattern HIDDEN = Pattern.compile("name=\"(token|runtime)\" value=\"([^\"]+)\"");
    private static final Logger ROOT = Logger.getLogger("");

    private final HttpClient browser =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

    @TempDir
    Path folder;

    private RunningBundles bundles;
    private URI page;
    private Level level;

    @BeforeEach
    void start() throws Exception {
        level = ROOT.getLevel();
        ROOT.setLevel(Level.OFF); // the policy's bundle stops
        int port = freePort();
        page = URI.create("http://127.0.0.1:" + port + "/system/console/asterism");
        Map<String, String> properties = DistributionBundles.settings(folder);
        properties.put("org.osgi.service.http.port", String.valueOf(port));
        properties.put("org.apache.felix.http.host", "127.0.0.1");
        System.setProperty("asterism.cpu.workers", "2");
        bundles = new RunningBundles(TestedFramework.FELIX, properties);
        for (String location : DistributionBundles.locations()) {
            bundles.install(location);
        }
        try (var jars = Files.list(CONSOLE)) {
            for (Path jar : jars.sorted().toList()) {
                bundles.install("reference:" + jar.toUri());
            }
        }
        bundles.start();
    }

    @AfterEach
    void stop() throws Exception {
        bundles.stop();
        ROOT.setLevel(level);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        String user = Base64.getEncoder().encodeToString("admin:admin".getBytes(StandardCharsets.UTF_8));
        return browser.send(
                request.header("Authorization", "Basic " + user).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> show() throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(page));
    }

    /** Sends the form of the default context. */
    private HttpResponse<String> choose(String context, String policy, Map<String, String> hidden)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(page)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "context=" + URLEncoder.encode(context, StandardCharsets.UTF_8) + "&policy=" + policy
                                + "&runtime=" + hidden.get("runtime") + "&token=" + hidden.get("token"))));
    }

    /** The Web Console needs some time until it listens, and until it knows of a page that came or left. */
    private void awaitPage(int status) {
        Await.until("the address of the page answers " + status, () -> {
            try {
                return show().statusCode() == status;
            } catch (IOException refused) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        });
    }

    /** The fields of the first form that a browser sends with it. */
    private static Map<String, String> hidden(String shown) {
        return HIDDEN.matcher(shown)
                .results()
                .collect(Collectors.toMap(field -> field.group(1), field -> field.group(2), (first, _) -> first));
    }

    @Test
    void shouldShowTheRuntimeAndChangeItsPolicy() throws Exception {
        awaitPage(200);
        assertTrue(show().body().contains("No program has used it yet."));

        bundles.deploy(
                "runner",
                PluginBundle.application(
                        "runner", "1.0.0", CommandRunner.class, "org.apache.felix.service.command;version=1"));
        bundles.run("asterism:run cholesky --n 128 --tile 64 --context default");
        String shown = show().body();
        assertTrue(shown.contains("selected=\"selected\">eager</option>"), shown);
        assertTrue(shown.contains("<td>cpu-1</td>"), shown);

        HttpResponse<String> changed = choose("default", "prio", hidden(shown));
        assertEquals(200, changed.statusCode());
        assertTrue(changed.body().contains("Context &#39;default&#39; uses policy &#39;prio&#39;."), changed.body());
        assertTrue(changed.body().contains("selected=\"selected\">prio</option>"), changed.body());
        assertEquals(403, choose("default", "eager", Map.of("token", "guess")).statusCode());
        bundles.run("asterism:context create 'no ${x} variable' --workers none");
        assertTrue(show().body().contains("<td>no &#36;{x} variable</td>"), show().body());
        assertTrue(choose("no ${x} variable", "prio", hidden(shown)).body().contains("uses policy &#39;prio&#39;"));
        assertEquals(
                401,
                browser.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode());
        assertTrue(show().body().contains("selected=\"selected\">prio</option>"));

        bundles.bundle("org.asterism.policy.prio").stop();
        assertTrue(show().body().contains("policy &#39;prio&#39; has left"), show().body());
        bundles.bundle("org.asterism.policy.prio").start();

        Bundle ours = bundles.bundle(PAGE);
        bundles.update(ours, null);
        awaitPage(200);
        assertNotEquals(hidden(show().body()).get("token"), hidden(shown).get("token"));
        bundles.uninstall(ours);
        awaitPage(404);
        bundles.awaitRelease();
    }
}
