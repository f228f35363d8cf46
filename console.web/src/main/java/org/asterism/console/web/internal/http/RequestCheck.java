package org.asterism.console.web.internal.http;

import com.sun.net.httpserver.Headers;
import java.util.Locale;
import java.util.Set;

/**
 * Decides which requests are accepted.
 *
 * <p>A page of another site can make a browser send requests here. It cannot add the token, and its {@code Origin}
 * gives it away. If it lets its own name point to this machine (DNS rebinding), its {@code Host} gives it away.
 *
 * @param token the secret
 * @param hosts the names and addresses in lower case under which browsers reach this server
 */
record RequestCheck(Token token, Set<String> hosts) {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /** Refuses what another site has caused. The port may be another one, so that tunnels work. */
    void requireOwnSite(Headers headers) {
        String host = headers.getFirst("Host");
        if (host == null || !hosts.contains(name(host))) {
            throw new RequestFailure(
                    FORBIDDEN,
                    "host '" + shown(host) + "' is not a name of this console; open the link that asterism:console "
                            + "prints, or add the name to the property 'hosts' of org.asterism.console");
        }
        String origin = headers.getFirst("Origin");
        if (origin != null && !origin.equalsIgnoreCase("http://" + host)) {
            throw new RequestFailure(
                    FORBIDDEN, "origin '" + shown(origin) + "' is another site; only the console's own page may ask");
        }
        String site = headers.getFirst("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw new RequestFailure(FORBIDDEN, "another site asks; only the console's own page may");
        }
    }

    /** Refuses those who do not have the token. */
    void requireToken(Headers headers) {
        if (!token.isGivenBy(headers.getFirst("Authorization"))) {
            throw new RequestFailure(
                    UNAUTHORIZED,
                    "the token is missing or wrong; open the link that 'asterism:console status' prints, or send the "
                            + "header 'Authorization: Bearer TOKEN'");
        }
    }

    private static String name(String host) {
        int port = host.lastIndexOf(':');
        boolean hasPort = port > host.lastIndexOf(']');
        return (hasPort ? host.substring(0, port) : host).toLowerCase(Locale.ROOT);
    }

    /** A header as part of a line: short, and without control characters. */
    private static String shown(String header) {
        String text = header == null ? "" : header.replaceAll("[^\\x20-\\x7e]", "?");
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
