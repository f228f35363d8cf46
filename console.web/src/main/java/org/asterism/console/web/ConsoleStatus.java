package org.asterism.console.web;

import java.util.List;

/**
 * A live page that is on.
 *
 * @param link the address for a browser, with the token; its owner can look at the runtimes and change policies
 * @param address the address of the network interface
 * @param port the port
 * @param loopback whether only programs on this machine can reach the page
 * @param requests the number of requests that were answered
 * @param refused how many of them were refused
 * @param observed the names of the runtimes that open pages show
 */
public record ConsoleStatus(
        String link, String address, int port, boolean loopback, long requests, long refused, List<String> observed) {
    /** Copies the list. */
    public ConsoleStatus {
        observed = List.copyOf(observed);
    }
}
