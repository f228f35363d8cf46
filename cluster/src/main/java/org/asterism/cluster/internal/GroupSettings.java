package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.asterism.spi.remote.LinkSecurity;

/**
 * How a process takes part in a group.
 *
 * @param group its name; processes of other groups are not seen
 * @param name of the process, for people
 * @param address the interface and port at which it listens to other processes; port 0 for a free one from 7900 to 8900
 * @param discovery how members find the coordinator
 * @param tls the own key and the trusted ones; empty for a group on loopback addresses
 * @param silence after how long a process that says nothing is asked a last time, and then left out
 */
record GroupSettings(
        String group,
        String name,
        InetSocketAddress address,
        Discovery discovery,
        Optional<SSLContext> tls,
        Duration silence) {
    /** The group that members of other machines join. */
    static final String COMMON = "asterism";

    /** Below this, a process would count as gone between two of its heartbeats. */
    private static final Duration LEAST_SILENCE = Duration.ofMillis(500);

    /** Refuses addresses that nobody, or everybody, could reach, and too short a silence. */
    GroupSettings {
        if (silence.compareTo(LEAST_SILENCE) < 0) {
            throw new IllegalArgumentException("the silence is " + silence.toMillis()
                    + " ms, and a busy process would count as gone: give " + LEAST_SILENCE.toMillis() + " or more");
        }
        String host = address.getAddress().getHostAddress();
        if (address.getAddress().isAnyLocalAddress()) {
            throw new IllegalArgumentException(
                    "address '" + host + "' means all interfaces: give the address of one, which others can reach");
        }
        boolean isLoopback = address.getAddress().isLoopbackAddress();
        if (tls.isEmpty() && !isLoopback) {
            throw new IllegalArgumentException("address '" + host
                    + "' can be reached from other machines, and there are no keys: give a file of keys, or use a"
                    + " loopback address");
        }
        List<InetSocketAddress> known = discovery instanceof Discovery.Addresses given ? given.list() : List.of();
        for (InetSocketAddress place : known) {
            if (place.getPort() == 0) {
                throw new IllegalArgumentException(
                        "coordinator '" + Places.text(place) + "' has port 0: give the port at which it listens");
            }
            if (place.getAddress().isLoopbackAddress() != isLoopback) {
                throw new IllegalArgumentException("address '" + host + "' cannot be reached from coordinator "
                        + Places.text(place) + ": give the address that this machine has for it, and keys");
            }
        }
    }

    /**
     * Finds places where the coordinator may be now; may block for a second.
     *
     * @return empty if there is none
     * @throws IOException if it cannot be found out: the message says why, and what to do
     */
    List<InetSocketAddress> places() throws IOException {
        return discovery.places(group, address.getAddress());
    }

    /** Returns how links between these processes are secured. */
    LinkSecurity security() {
        return tls.map(LinkSecurity::of).orElse(LinkSecurity.NONE);
    }
}
