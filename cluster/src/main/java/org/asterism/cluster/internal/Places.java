package org.asterism.cluster.internal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Reads and writes the places of processes, which are {@code HOST} or {@code HOST:PORT}. */
final class Places {
    /** The port of a coordinator's group if nobody says another. */
    static final int USUAL_PORT = 7800;

    private Places() {}

    /**
     * Reads a place.
     *
     * @param what names the option or property in messages
     * @param text as typed; an IPv6 address with a port stands in brackets
     * @param usualPort the port if the text has none
     * @return the resolved place
     * @throws IllegalArgumentException if there is no such host, or the port is none
     */
    static InetSocketAddress parse(String what, String text, int usualPort) {
        String host = text.strip();
        int port = usualPort;
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon > 0 && (host.indexOf(':') == colon || host.charAt(colon - 1) == ']');
        if (hasPort) {
            port = port(what, text, host.substring(colon + 1));
            host = host.substring(0, colon);
        }
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isEmpty()) {
            throw new IllegalArgumentException(
                    what + " is '" + text + "'; write HOST or HOST:PORT, such as 192.168.1.10:" + USUAL_PORT);
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(
                    what + " is '" + text + "', but there is no host '" + host
                            + "': check the name, or give its address",
                    unknown);
        }
    }

    private static int port(String what, String text, String port) {
        try {
            int number = Integer.parseInt(port);
            if (number >= 0 && number <= 65_535) {
                return number;
            }
        } catch (NumberFormatException none) {
            // Reported below, like a number that is too large.
        }
        throw new IllegalArgumentException(what + " is '" + text + "', but a port is a number from 0 to 65535");
    }

    /** Returns a place for people. */
    static String text(InetSocketAddress place) {
        String host = place.getAddress() == null
                ? place.getHostString()
                : place.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + place.getPort();
    }
}
