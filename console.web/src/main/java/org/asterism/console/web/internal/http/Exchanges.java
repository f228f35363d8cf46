package org.asterism.console.web.internal.http;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.profile.metrics.OpenMetricsText;

/** Reads requests, checks them, and sends answers. */
final class Exchanges implements HttpHandler {
    private static final Logger LOG = System.getLogger(Exchanges.class.getName());

    /** Not derived from {@code JSON.std}, which would keep the classes of this bundle after its end. */
    private static final JSON WRITER =
            JSON.builder().enable(JSON.Feature.WRITE_NULL_PROPERTIES).build();

    private static final String JSON_TYPE = "application/json";
    private static final String API = "/api/";
    private static final String METRICS = "/metrics";
    private static final int MOST_BYTES = 65_536;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int TOO_LARGE = 413;
    private static final int FAILED = 500;

    /** Scripts, style sheets and data from here only; no scripts within the page, no frames, no forms. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-store");

    private final RequestCheck check;
    private final Request.Handler handler;
    private final MetricsPage metrics;
    private final RequestThreads threads;
    private final LongAdder requests = new LongAdder();
    private final LongAdder refused = new LongAdder();

    Exchanges(RequestCheck check, Request.Handler handler, MetricsPage metrics, RequestThreads threads) {
        this.check = check;
        this.handler = handler;
        this.metrics = metrics;
        this.threads = threads;
    }

    long requests() {
        return requests.sum();
    }

    long refused() {
        return refused.sum();
    }

    /** A client that has gone is nobody's problem: the exception closes its connection. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.increment();
            HEADERS.forEach(exchange.getResponseHeaders()::set);
            try {
                String path = exchange.getRequestURI().getPath();
                if (path != null && path.startsWith(API)) {
                    send(exchange, OK, JSON_TYPE, json(answer(exchange, path)));
                } else if (METRICS.equals(path)) {
                    sendMetrics(exchange);
                } else {
                    sendFile(exchange, path);
                }
            } catch (RequestFailure failure) {
                refused.increment();
                send(exchange, failure.status(), JSON_TYPE, json(Map.of("error", failure.getMessage())));
            }
        }
    }

    private void sendFile(HttpExchange exchange, String path) throws IOException {
        // A link to the page from another site is harmless: the page has no token then.
        Headers host = new Headers();
        host.set("Host", String.valueOf(exchange.getRequestHeaders().getFirst("Host")));
        check.requireOwnSite(host);
        if (!exchange.getRequestMethod().equals("GET")) {
            throw new RequestFailure(WRONG_METHOD, "use GET");
        }
        PageFiles.PageFile file = PageFiles.find(path == null ? "" : path)
                .orElseThrow(() -> new RequestFailure(NOT_FOUND, "there is no such page; open /"));
        send(exchange, OK, file.type(), file.content());
    }

    private void sendMetrics(HttpExchange exchange) throws IOException {
        check.requireOwnSite(exchange.getRequestHeaders());
        if (!metrics.open()) {
            check.requireToken(exchange.getRequestHeaders());
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            throw new RequestFailure(WRONG_METHOD, "use GET");
        }
        String text = metrics.text()
                .get()
                .orElseThrow(() -> new RequestFailure(NOT_FOUND, "there are no metrics: start the bundle profile"));
        send(exchange, OK, OpenMetricsText.MEDIA_TYPE, text.getBytes(StandardCharsets.UTF_8));
    }

    private Object answer(HttpExchange exchange, String path) throws IOException {
        check.requireOwnSite(exchange.getRequestHeaders());
        check.requireToken(exchange.getRequestHeaders());
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new RequestFailure(TOO_LARGE, "the request has more than " + MOST_BYTES + " bytes; send less");
        }
        Request request = new Request(
                exchange.getRequestMethod(),
                List.of(path.substring(API.length()).split("/")),
                query(exchange.getRequestURI().getRawQuery()),
                members(body));
        threads.answering();
        try {
            return handler.answer(request);
        } catch (RequestFailure known) {
            throw known;
        } catch (RuntimeException | LinkageError problem) {
            LOG.log(Level.WARNING, "console: " + path + " failed", problem);
            throw new RequestFailure(FAILED, path + " failed: " + problem + "; the log has the details");
        } finally {
            threads.sending();
        }
    }

    private static Map<String, Object> members(byte[] body) {
        if (body.length == 0) {
            return Map.of();
        }
        try {
            return JSON.std.mapFrom(body);
        } catch (IOException wrong) {
            throw new RequestFailure(BAD_REQUEST, "the request is no JSON object; send such as {\"policy\":\"prio\"}");
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new HashMap<>();
        if (raw != null) {
            Arrays.stream(raw.split("&")).forEach(each -> {
                String[] parts = each.split("=", 2);
                query.put(decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
            });
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException wrong) {
            throw new RequestFailure(BAD_REQUEST, "'" + text + "' is not encoded as an address: write % as %25");
        }
    }

    private static byte[] json(Object value) throws IOException {
        return WRITER.asBytes(value);
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        exchange.getResponseBody().write(content);
    }
}
