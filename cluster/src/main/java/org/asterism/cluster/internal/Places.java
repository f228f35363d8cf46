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
        return parse(what, text, usualPort, false);
    }

    /**
     * Reads a place that another process has written as {@link #text}. No name is looked up, since it may be anybody's.
     *
     * @param text an address with a port
     * @return the place
     * @throws IllegalArgumentException if it is none
     */
    static InetSocketAddress literal(String text) {
        return parse("the place", text, 0, true);
    }

    private static InetSocketAddress parse(String what, String text, int usualPort, boolean isLiteral) {
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
            InetAddress address = isLiteral ? InetAddress.ofLiteral(host) : InetAddress.getByName(host);
            return new InetSocketAddress(address, port);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(
                    what + " is '" + text + "', but there is no host '" + host
                            + "': check the name, or give its address",
                    unknown);
        }
    }

    /**
     * Reads a port.
     *
     * @param what names the option or property in messages
     * @param text in which it stands
     * @param port the number
     * @throws IllegalArgumentException if it is none
     */
    static int port(String what, String text, String port) {
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
