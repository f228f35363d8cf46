package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Members ask all processes of their network by multicast, and coordinators answer with their place. A question crosses
 * no router.
 *
 * <p>{@code MPING} of JGroups is not used: it hands any message that comes by multicast to the whole group, without
 * TLS.
 *
 * @param target the multicast address and the port
 */
record MulticastDiscovery(InetSocketAddress target) implements Discovery {
    private static final String USUAL = "239.255.78.1:" + Places.USUAL_PORT;
    private static final String QUESTION = "asterism: who leads ";
    private static final String ANSWER = "asterism: coordinator ";

    /** How far questions go: not beyond routers. */
    private static final int HOPS = 1;

    /** How long a member waits for answers, in milliseconds. */
    private static final int WAIT = 300;

    private static final int LONGEST = 300;

    static MulticastDiscovery parse(String what, String text) {
        InetSocketAddress target;
        try {
            target = Places.literal(text.isEmpty() ? USUAL : text);
        } catch (IllegalArgumentException wrong) {
            target = null;
        }
        if (target == null
                || target.getPort() == 0
                || !target.getAddress().isMulticastAddress()
                || !(target.getAddress() instanceof Inet4Address)) {
            throw new IllegalArgumentException(what + " is 'multicast:" + text
                    + "'; write multicast:ADDRESS:PORT, with an address from 224.0.0.0 to 239.255.255.255, such as "
                    + USUAL);
        }
        return new MulticastDiscovery(target);
    }

    @Override
    public List<InetSocketAddress> places(String group, InetAddress own) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(own, 0))) {
            socket.setOption(StandardSocketOptions.IP_MULTICAST_IF, interfaceOf(own));
            socket.setOption(StandardSocketOptions.IP_MULTICAST_TTL, HOPS);
            byte[] question = (QUESTION + group).getBytes(StandardCharsets.UTF_8);
            socket.send(new DatagramPacket(question, question.length, target));
            return answers(socket, own);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException failed) {
            throw impossible(own, failed);
        }
    }

    private static List<InetSocketAddress> answers(DatagramSocket socket, InetAddress own) throws IOException {
        Set<InetSocketAddress> places = new LinkedHashSet<>();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT);
        DatagramPacket packet = new DatagramPacket(new byte[LONGEST], LONGEST);
        try {
            for (long left = end - System.nanoTime();
                    left > 0 && places.size() < MOST;
                    left = end - System.nanoTime()) {
                socket.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                packet.setLength(LONGEST);
                socket.receive(packet);
                String text = text(packet);
                if (text.startsWith(ANSWER)) {
                    add(text.substring(ANSWER.length()), own, places);
                }
            }
        } catch (SocketTimeoutException enough) {
            // All that are there have answered.
        }
        return List.copyOf(places);
    }

    private static void add(String text, InetAddress own, Set<InetSocketAddress> places) {
        try {
            InetSocketAddress place = Places.literal(text);
            if (place.getAddress().isLoopbackAddress() == own.isLoopbackAddress()) {
                places.add(place);
            }
        } catch (IllegalArgumentException foreign) {
            // Anybody can answer.
        }
    }

    private static String text(DatagramPacket packet) {
        return new String(packet.getData(), packet.getOffset(), packet.getLength(), StandardCharsets.UTF_8);
    }

    @Override
    public Announcement announce(String group, InetSocketAddress place) throws IOException {
        InetAddress own = place.getAddress();
        DatagramSocket heard = null;
        try {
            heard = new DatagramSocket(null);
            heard.setReuseAddress(true); // several coordinators may be on one machine
            heard.bind(target); // so that nothing else comes
            heard.joinGroup(target, interfaceOf(own));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException failed) {
            if (heard != null) {
                heard.close();
            }
            throw impossible(own, failed);
        }
        DatagramSocket socket = heard;
        SerialThread.daemon("asterism-cluster-multicast", () -> answer(socket, group, place))
                .start();
        return socket::close;
    }

    /** Answers until the socket is closed. */
    private static void answer(DatagramSocket heard, String group, InetSocketAddress place) {
        byte[] answer = (ANSWER + Places.text(place)).getBytes(StandardCharsets.UTF_8);
        DatagramPacket packet = new DatagramPacket(new byte[LONGEST], LONGEST);
        while (!heard.isClosed()) {
            try {
                packet.setLength(LONGEST);
                heard.receive(packet);
                boolean isNear = packet.getAddress().isLoopbackAddress()
                        == place.getAddress().isLoopbackAddress();
                if (isNear && !heard.isClosed() && text(packet).equals(QUESTION + group)) {
                    try (DatagramSocket own = new DatagramSocket(new InetSocketAddress(place.getAddress(), 0))) {
                        own.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                    }
                }
            } catch (IOException | IllegalArgumentException closedOrUnreachable) {
                // The next question may be better; an error that stays must not take a core until then.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WAIT));
            }
        }
    }

    private static NetworkInterface interfaceOf(InetAddress own) throws IOException {
        NetworkInterface found = NetworkInterface.getByInetAddress(own);
        if (found == null) {
            throw new IOException("no network interface has this address");
        }
        return found;
    }

    private IOException impossible(InetAddress own, Exception why) {
        return new IOException(
                "multicast to " + Places.text(target) + " is not possible from " + own.getHostAddress() + " ("
                        + why.getMessage() + "): give an IPv4 address of a network that permits it, or another"
                        + " discovery, such as file:FOLDER",
                why);
    }

    @Override
    public String text() {
        return "by multicast to " + Places.text(target);
    }
}
