package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.AddressGenerator;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.TLSClientAuth;
import org.jgroups.util.UUID;

/**
 * A process's part in a group, which JGroups manages: who is there, who does not answer any more, and small messages.
 *
 * <p>A process that finds nobody is in a group of its own, until JGroups finds the others and merges the groups. One
 * that has not answered for a while leaves the group, and comes back in the same way.
 */
final class Group implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Group.class.getName());

    // In milliseconds.
    private static final long HEARTBEAT = 200;
    private static final long LAST_QUESTION = 300;
    private static final long JOIN = 800;
    private static final long SEARCH_AT_LEAST = 500;
    private static final long SEARCH_AT_MOST = 1_500;
    private static final int CONNECT = 1_000;
    private static final int HANDSHAKE = 2_000;

    /** The port that is tried first if any may be used, and how many more. */
    private static final int FIRST_PORT = 7_900;

    private static final int MORE_PORTS = 1_000;

    /** The greatest message that is accepted, in bytes: notices are small, and so are the engine's own messages. */
    private static final int LONGEST = 1 << 20;

    /** Learns what happens in the group. The engine's threads make the calls, so they must not block. */
    interface Events {
        /** A process has come. */
        void joined(Address process);

        /** A process has left or does not answer. */
        void left(Address process);

        /** A process has sent a notice to this one. */
        void said(Address process, Notice notice);
    }

    private final JChannel channel;
    private Discovery.Announcement announcement = Discovery.Announcement.NONE;

    private Group(JChannel channel) {
        this.channel = channel;
    }

    /**
     * Begins the group, and lets members find it.
     *
     * @param settings how
     * @param events learns of the other processes, from before this method returns
     * @return the part in the group
     * @throws IOException if the address or the kind of discovery cannot be used: the message says why
     */
    static Group lead(GroupSettings settings, Events events) throws IOException {
        Group group = enter(settings, new TCPPING().setPortRange(0), Group::firstAddress, events);
        try {
            group.announcement = settings.discovery().announce(settings.group(), group.address());
            return group;
        } catch (IOException | RuntimeException failed) {
            group.close();
            throw failed;
        }
    }

    /**
     * Joins the group, or waits for it in a group of its own, which nobody leads.
     *
     * @param settings how
     * @param places where processes of the group may be now; must not block
     * @param events learns of the other processes, from before this method returns
     * @return the part in the group
     * @throws IOException if the address cannot be used: the message says why
     */
    static Group join(GroupSettings settings, Supplier<List<InetSocketAddress>> places, Events events)
            throws IOException {
        return enter(settings, new CoordinatorSearch(places), UUID::randomUUID, events);
    }

    /**
     * Returns an address that goes before those of members. When groups merge, JGroups lets the process with the first
     * address decide who has left, and members cannot judge that, because they need not reach each other.
     */
    private static Address firstAddress() {
        return new UUID(Long.MIN_VALUE, UUID.randomUUID().getLeastSignificantBits());
    }

    private static Group enter(GroupSettings settings, TCPPING search, AddressGenerator addresses, Events events)
            throws IOException {
        JChannel channel = null;
        try {
            List<Protocol> stack = new ArrayList<>(List.of(transport(settings), search));
            stack.add(new MERGE3().setMinInterval(SEARCH_AT_LEAST).setMaxInterval(SEARCH_AT_MOST));
            stack.add(new FD_ALL3().setTimeout(settings.silence().toMillis()).setInterval(HEARTBEAT));
            stack.add(new VERIFY_SUSPECT2().setTimeout(LAST_QUESTION));
            stack.add(new NAKACK2().useMcastXmit(false));
            stack.add(new UNICAST3());
            stack.add(new STABLE());
            stack.add(new GMS().printLocalAddress(false).setJoinTimeout(JOIN).setLeaveTimeout(JOIN));
            channel = new JChannel(stack).name(settings.name());
            channel.addAddressGenerator(addresses);
            channel.setReceiver(new Others(channel, events));
            channel.connect(settings.group());
            return new Group(channel);
        } catch (Exception failed) { // all that JGroups declares
            if (channel != null) {
                channel.close();
            }
            Throwable cause = failed;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String place = Places.text(settings.address());
            throw new IOException(
                    cause instanceof BindException
                            ? "no group at " + place
                                    + ", because another program uses the port: give 'address' another one"
                            : "no group at " + place + ": "
                                    + (cause.getMessage() == null
                                            ? cause.getClass().getName()
                                            : cause.getMessage()),
                    failed);
        }
    }

    private static TCP transport(GroupSettings settings) {
        TCP tcp = new TCP();
        tcp.setBindAddress(settings.address().getAddress());
        boolean anyPort = settings.address().getPort() == 0; // with which TCPPING does not work
        tcp.setBindPort(anyPort ? FIRST_PORT : settings.address().getPort());
        tcp.setPortRange(anyPort ? MORE_PORTS : 0);
        tcp.setSockConnTimeout(CONNECT);
        tcp.setMaxLength(LONGEST);
        tcp.setBundlerType("no-bundler"); // else one thread sends to all, and one that is silent holds up the others
        settings.tls()
                .ifPresent(context -> tcp.tls(new LimitedHandshake(HANDSHAKE)
                        .enabled(true)
                        .setSSLContext(context)
                        .setProtocols(new String[] {"TLSv1.3"})
                        .setClientAuth(TLSClientAuth.NEED)));
        return tcp;
    }

    /** Returns where other processes can find this one. */
    InetSocketAddress address() {
        IpAddress address = (IpAddress) channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress()));
        return new InetSocketAddress(address.getIpAddress(), address.getPort());
    }

    /** Whether this process decides who has left the group. */
    boolean isInCharge() {
        return channel.getAddress().equals(channel.getView().getCoord());
    }

    /** Sends a notice; if the process is gone, it is lost. */
    void tell(Address process, Notice notice) {
        try {
            channel.send(process, notice.encode());
        } catch (Exception failed) { // all that JGroups declares
            LOG.log(System.Logger.Level.DEBUG, "a notice for {0} is lost: {1}", process, failed);
        }
    }

    /** Leaves the group. */
    @Override
    public void close() {
        announcement.close();
        channel.close();
    }

    /** Turns views into arrivals and departures. JGroups makes its calls for views one after the other. */
    private static final class Others implements Receiver {
        private final JChannel channel;
        private final Events events;
        private List<Address> seen = List.of();

        Others(JChannel channel, Events events) {
            this.channel = channel;
            this.events = events;
        }

        @Override
        public void viewAccepted(View view) {
            List<Address> now = new ArrayList<>(view.getMembers());
            now.remove(channel.getAddress());
            List<Address> before = seen;
            seen = List.copyOf(now);
            before.stream().filter(process -> !now.contains(process)).forEach(events::left);
            now.stream().filter(process -> !before.contains(process)).forEach(events::joined);
        }

        @Override
        public void receive(Message message) {
            try {
                byte[] bytes = new byte[message.getLength()];
                System.arraycopy(message.getArray(), message.getOffset(), bytes, 0, bytes.length);
                events.said(message.getSrc(), Notice.decode(bytes));
            } catch (IOException malformed) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "a message of {0} is ignored: {1}",
                        message.getSrc(),
                        malformed.getMessage());
            }
        }
    }
}
