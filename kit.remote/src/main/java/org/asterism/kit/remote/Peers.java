package org.asterism.kit.remote;

import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.spi.remote.Link;

/** How coordinators and members find out whether they understand each other. */
public final class Peers {
    private static final int LONGEST_LINE = 500;
    private static final int PATIENCE_SECONDS = 5;

    private Peers() {}

    /**
     * Returns the greeting of this side.
     *
     * @param name its name
     * @return the first message to send
     */
    public static Hello hello(String name) {
        return new Hello(Message.PROTOCOL, version(), ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, name);
    }

    /**
     * Tells a peer why the link closes, and closes it: when that was sent, or after some seconds, since the peer may
     * take nothing any more.
     *
     * @param link to be closed
     * @param reason why, in a phrase
     * @param atOnce whether it is closed without waiting, whatever becomes of the reason
     */
    public static void leave(Link link, String reason, boolean atOnce) {
        try {
            link.send(MessageCodec.encode(new Bye(line(reason))), List.of(), atOnce ? () -> {} : link::close);
        } finally {
            if (atOnce) {
                link.close();
            } else {
                CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .execute(link::close);
            }
        }
    }

    /**
     * Returns a text of a peer as a part of one line of a log.
     *
     * @param text anything
     * @return the beginning, without control characters
     */
    public static String line(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST_LINE)).replaceAll("\\p{Cntrl}", " ");
    }

    /**
     * Returns why both sides cannot work together.
     *
     * @param peer the greeting of the other side
     * @return a phrase that names both and the remedy; null if they can
     */
    public static String misfit(Hello peer) {
        Hello own = hello("");
        if (peer.protocol() != own.protocol() || !peer.version().equals(own.version())) {
            return "this side has Asterism " + own.version() + " (protocol " + own.protocol() + "), and "
                    + line(peer.name()) + " has " + line(peer.version()) + " (protocol " + peer.protocol()
                    + "): give both the same version";
        }
        if (peer.littleEndian() != own.littleEndian()) {
            return "the machine of " + line(peer.name()) + " has another order of bytes: use machines of one kind";
        }
        return null;
    }

    /**
     * Returns the version of Asterism.
     *
     * @return as in the manifest of this bundle; {@code development} if there is none
     */
    static String version() {
        String version = Peers.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
