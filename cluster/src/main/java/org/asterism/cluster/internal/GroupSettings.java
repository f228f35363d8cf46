package org.asterism.cluster.internal;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a process takes part in a group.
 *
 * @param name of the process, for people
 * @param address the interface and port at which it listens to other processes; port 0 for a free one from 7900 to 8900
 * @param known where processes of the group may be found; empty for the first one
 * @param tls the own key and the trusted ones; empty for a group on loopback addresses
 */
record GroupSettings(String name, InetSocketAddress address, List<InetSocketAddress> known, Optional<SSLContext> tls) {
    /** Refuses a group that everybody could join. */
    GroupSettings {
        known = List.copyOf(known);
        if (tls.isEmpty() && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "address '" + address.getAddress().getHostAddress()
                            + "' can be reached from other machines, and there are no keys: give a file of keys, or"
                            + " use a loopback address");
        }
    }
}
