package org.asterism.kit.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The service of a side: it takes links to the other side, from whoever opens connections. Either side may listen. The
 * side that has accepted a link greets first, and the other one answers.
 */
@ProviderType
public interface Endpoint extends Transport.Acceptor {
    /** The service property that tells the side: {@link #COORDINATOR} or {@link #MEMBER}. */
    String ROLE = "endpoint.role";

    /** The side that has tasks. */
    String COORDINATOR = "coordinator";

    /** The side that runs them. */
    String MEMBER = "member";

    /**
     * Returns the receiver for a link that this side opens.
     *
     * @param presence learns whether both sides work together
     * @return to be given to {@link Transport#connect}, once
     */
    Connection connecting(Presence presence);

    /**
     * Returns what takes links whose peers may want this side to open further ones, as a coordinator wants members to
     * copy to each other.
     *
     * @param dialer opens them
     * @return to be given to {@link Transport#listen}; this side itself if it never opens any
     */
    default Transport.Acceptor accepting(Dialer dialer) {
        return this;
    }

    /** Opens links to other processes of the cluster, secured like those that this process takes. */
    @FunctionalInterface
    interface Dialer {
        /**
         * Begins to open a link, and does not wait for it. Any thread may call.
         *
         * @param host the other process's name or address
         * @param port where it takes links
         * @param receiver gets the messages of the link, perhaps before the result is there
         * @return the link; or an exception, whose message gives the reason in a phrase if it is an {@link IOException}
         */
        CompletionStage<Link> dial(String host, int port, Receiver receiver);
    }

    /** The receiver of a link, which can end it with a reason. */
    interface Connection extends Receiver {
        /**
         * Ends the link, or refuses it when it comes.
         *
         * @param reason why, in a phrase that the peer gets, too
         */
        void close(String reason);
    }

    /**
     * Ends all links, because the peers do not answer any more. New ones may come.
     *
     * @param reason why, in a phrase that the peers get, too
     */
    void leave(String reason);

    /**
     * Learns whether both sides of a link work together. Only a coordinator tells that. The calls come from any thread
     * and must not block; those that tell something come at most once.
     */
    interface Presence {
        /** Learns nothing. */
        Presence UNWATCHED = new Presence() {};

        /**
         * The member has offered its units.
         *
         * @param name the member's name
         * @param units their number
         * @param memory the number of bytes that the coordinator may allocate
         */
        default void offered(String name, int units, long memory) {}

        /**
         * The link cannot be used any more: it was closed, or one side has refused the other.
         *
         * @param reason why, in a phrase
         */
        default void ended(String reason) {}

        /**
         * Returns where the member takes links, so that other members can open some. May be called repeatedly.
         *
         * @return the place; empty unless overridden: then members do not copy to each other directly
         */
        default Optional<InetSocketAddress> place() {
            return Optional.empty();
        }

        /**
         * Whether only those runtimes use the member's units that name the member, by the property {@code members} of
         * the driver {@code remote}.
         *
         * @return false unless overridden
         */
        default boolean isReserved() {
            return false;
        }

        /**
         * Whether this side ends the link on purpose, so that nobody need be warned of it. May be called repeatedly.
         *
         * @return false unless overridden
         */
        default boolean isEndExpected() {
            return false;
        }
    }
}
