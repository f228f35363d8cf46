package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * How members find their coordinator. A search yields places to ask and nothing more: a process there must still prove
 * its identity when the group's own connections are made. So what comes from a folder or a network need not be trusted.
 */
sealed interface Discovery permits Discovery.Addresses, Discovery.Name, FolderDiscovery, MulticastDiscovery {
    /** The greatest number of places that a search finds: some sources say whatever anybody wants. */
    int MOST = 16;

    /** The word for {@link Addresses}, which is the default. */
    String BY_ADDRESS = "address";

    /**
     * Reads a setting.
     *
     * @param what names the option or property in messages
     * @param text as typed; empty for addresses
     * @param places of coordinators, for discovery by address
     * @throws IllegalArgumentException if there is no such kind, or what belongs to it is wrong
     */
    static Discovery parse(String what, String text, List<InetSocketAddress> places) {
        String typed = text.strip();
        int colon = typed.indexOf(':');
        String kind = colon < 0 ? typed : typed.substring(0, colon);
        String rest = colon < 0 ? "" : typed.substring(colon + 1);
        if (isByAddress(typed)) {
            return new Addresses(places);
        }
        if (kind.equals("multicast")) {
            return MulticastDiscovery.parse(what, rest);
        }
        if (kind.equals("file") && !rest.isEmpty()) {
            return new FolderDiscovery(Path.of(rest));
        }
        if (kind.equals("dns") && !rest.isEmpty()) {
            return Name.parse(what, rest);
        }
        throw new IllegalArgumentException(what + " is '" + text
                + "'; allowed are address, file:FOLDER, multicast, multicast:ADDRESS:PORT and dns:NAME");
    }

    /** Returns whether a setting means discovery by address. */
    static boolean isByAddress(String text) {
        return text.isBlank() || text.strip().equals(BY_ADDRESS);
    }

    /**
     * Finds places where a coordinator may be now; may block for a second.
     *
     * @param group whose coordinator is looked for
     * @param own the address of this process
     * @return empty if there is none
     * @throws IOException if it cannot be found out: the message says why, and what to do
     */
    List<InetSocketAddress> places(String group, InetAddress own) throws IOException;

    /**
     * Lets members find a coordinator.
     *
     * @param group that it leads
     * @param place where it listens
     * @return ends that
     * @throws IOException if that is not possible: the message says why, and what to do
     */
    Announcement announce(String group, InetSocketAddress place) throws IOException;

    /** Says, in a phrase, where coordinators are looked for. */
    String text();

    /** What lets members find a coordinator, until it is closed. */
    @FunctionalInterface
    interface Announcement extends AutoCloseable {
        /** Nothing: members know where the coordinator is. */
        Announcement NONE = () -> {};

        @Override
        void close();
    }

    /**
     * Members know the places.
     *
     * @param list of them
     */
    record Addresses(List<InetSocketAddress> list) implements Discovery {
        /** Copies the list. */
        public Addresses {
            list = List.copyOf(list);
        }

        @Override
        public List<InetSocketAddress> places(String group, InetAddress own) {
            return list;
        }

        @Override
        public Announcement announce(String group, InetSocketAddress place) {
            return Announcement.NONE;
        }

        @Override
        public String text() {
            return "at " + String.join(" or ", list.stream().map(Places::text).toList());
        }
    }

    /**
     * A name, whose addresses are asked for at each attempt; the coordinator may be at any of them.
     *
     * @param host the name
     * @param port of the coordinator
     */
    record Name(String host, int port) implements Discovery {
        private static Name parse(String what, String text) {
            int colon = text.lastIndexOf(':');
            String host = colon < 0 ? text : text.substring(0, colon);
            int port = colon < 0 ? Places.USUAL_PORT : Places.port(what, "dns:" + text, text.substring(colon + 1));
            if (host.isBlank() || port == 0) {
                throw new IllegalArgumentException(what + " is 'dns:" + text
                        + "'; write dns:NAME or dns:NAME:PORT, with the port at which the coordinator listens, such as "
                        + Places.USUAL_PORT);
            }
            return new Name(host, port);
        }

        @Override
        public List<InetSocketAddress> places(String group, InetAddress own) throws IOException {
            try {
                return Arrays.stream(InetAddress.getAllByName(host))
                        .filter(address -> address.isLoopbackAddress() == own.isLoopbackAddress())
                        .map(address -> new InetSocketAddress(address, port))
                        .toList();
            } catch (UnknownHostException unknown) {
                throw new IOException(
                        "the name '" + host + "' is unknown: check it, and whether this machine can use DNS", unknown);
            }
        }

        @Override
        public Announcement announce(String group, InetSocketAddress place) {
            return Announcement.NONE;
        }

        @Override
        public String text() {
            return "at the addresses of '" + host + "', port " + port;
        }
    }
}
