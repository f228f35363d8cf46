package org.asterism.spi.balance;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Decides which workers of one runtime move to another context.
 *
 * <p><b>Threads.</b> One call at a time, on a thread that is no worker: in real time a thread of the core, in virtual
 * time the thread that steps the workers. No lock of the core is held. A method must return soon: it must neither wait
 * nor sleep, because the runtime's bundles cannot stop meanwhile. If it throws, the exception is reported, and the
 * balancer is not called any more.
 */
@ConsumerType
public interface Balancer extends AutoCloseable {
    /**
     * Looks at the contexts and says what shall change.
     *
     * @param situation as it is now
     * @return the workers to move, in the order of the moves; empty to leave all as it is. A move is {@link #refused
     *     refused} if it would break one of the bounds in the situation, or if its worker is already moving; the others
     *     are made
     */
    List<Move> balance(Situation situation);

    /**
     * Is told that a move was not made, before it is asked again.
     *
     * @param move that it asked for
     * @param reason a sentence for people
     */
    default void refused(Move move, String reason) {}

    /** Ends the balancer: it is not called any more. */
    @Override
    default void close() {}
}
