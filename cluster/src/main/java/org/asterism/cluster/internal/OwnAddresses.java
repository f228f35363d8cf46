package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The addresses of this machine, at which a process can listen. */
final class OwnAddresses {
    private OwnAddresses() {}

    /**
     * Refuses an address of another machine, of which the group's engine only says that it has found no free port.
     *
     * @param what names the option or property in the message
     * @param text as it was given
     * @param address that it means
     * @throws IllegalArgumentException if this machine does not have it: the message names those that it has
     */
    static void require(String what, String text, InetAddress address) {
        if (!isOwn(address)) {
            String resolved = text.contains(address.getHostAddress()) ? "" : " (" + address.getHostAddress() + ")";
            throw new IllegalArgumentException(what + " is '" + text + "'" + resolved
                    + ", which is no address of this machine: give one that it has, of " + list());
        }
    }

    /** Tries it, since no list has all: each address that begins with 127 is one of this machine. */
    private static boolean isOwn(InetAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return true;
        } catch (IOException foreign) {
            return false;
        }
    }

    /** Returns the addresses of this machine that others may know, with those for this machine alone at the end. */
    private static String list() {
        try {
            List<InetAddress> all = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLinkLocalAddress()) // which need a scope
                    .sorted(Comparator.comparing(InetAddress::isLoopbackAddress)
                            .thenComparing(Inet6Address.class::isInstance))
                    .toList();
            return all.stream().map(OwnAddresses::withoutScope).collect(Collectors.joining(", "));
        } catch (SocketException unknown) {
            return "those that 'ip address' shows";
        }
    }

    private static String withoutScope(InetAddress address) {
        return address.getHostAddress().replaceFirst("%.*", "");
    }
}
