package org.asterism.console.web;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The live page. While it is off, it has no thread, no observer and no open port. While it is on and nobody looks at
 * it, it observes nothing. Any thread may call it.
 */
@ProviderType
public interface WebConsole {
    /**
     * Starts the page. If it is on already at the wanted place, nothing changes.
     *
     * @param port from 0 to 65535, 0 for any free one; empty for the configured one
     * @param address of the network interface, as name or number; empty for the configured one
     * @return where it is
     * @throws IllegalArgumentException if the port or address makes no sense
     * @throws IllegalStateException if it is on at another place
     * @throws IOException if the port is in use or cannot be opened; the message is one line
     */
    ConsoleStatus start(OptionalInt port, Optional<String> address) throws IOException;

    /**
     * Returns where the page is.
     *
     * @return empty if it is off
     */
    Optional<ConsoleStatus> status();

    /**
     * Ends the page: closes its port, ends its threads and observers. Requests under way are cut off.
     *
     * @return whether it was on
     */
    boolean stop();
}
