package org.asterism.driver.remote.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.asterism.spi.driver.Transfer;

/**
 * A copy from or to a member, in one or more messages. It ends when the transport does not use the memory of this side
 * any more, and what the member is asked for from now on finds the data.
 */
final class RemoteTransfer extends Pending implements Transfer {
    private final AtomicInteger left;
    private final UnaryOperator<RuntimeException> naming;

    /** Number of messages that the member has to confirm though the copy does not wait for that. */
    private final AtomicInteger unconfirmed;

    private volatile Throwable failure;

    private RemoteTransfer(int events, int confirmations, UnaryOperator<RuntimeException> naming) {
        left = new AtomicInteger(events);
        unconfirmed = new AtomicInteger(confirmations);
        this.naming = naming;
    }

    /**
     * Begins it.
     *
     * @param events the number of calls of {@link #one} until it ends
     */
    RemoteTransfer(int events) {
        this(events, UnaryOperator.identity());
    }

    /**
     * Begins it.
     *
     * @param events the number of calls of {@link #one} until it ends
     * @param naming makes of a failure what is thrown
     */
    RemoteTransfer(int events, UnaryOperator<RuntimeException> naming) {
        this(events, 0, naming);
    }

    /** Begins a copy to main memory of a member, in so many messages, each of which is sent, and confirmed later. */
    static RemoteTransfer toMember(int messages) {
        return new RemoteTransfer(messages, messages, UnaryOperator.identity());
    }

    /** Begins a copy to a device of a member, in so many messages, each of which is sent and has arrived. */
    static RemoteTransfer toDevice(int messages) {
        return new RemoteTransfer(2 * messages);
    }

    /** One of the awaited events has happened. */
    void one() {
        if (left.decrementAndGet() == 0) {
            end(failure);
        }
    }

    /** The member has confirmed a message, or never will. */
    void isConfirmed() {
        unconfirmed.decrementAndGet();
    }

    /** A message to a device was not even sent, so there are two events that will not come. */
    void notSent(RuntimeException reason) {
        failed(reason);
        failed(reason);
    }

    /** An answer will not come. */
    @Override
    void lost(RuntimeException reason) {
        failed(reason);
    }

    /** One of the awaited events will not come. */
    void failed(Throwable thrown) {
        failure = thrown instanceof RuntimeException reason ? naming.apply(reason) : thrown;
        one();
    }

    @Override
    public boolean isFinished() throws Exception {
        return hasEnded();
    }

    @Override
    public boolean hasArrived() throws Exception {
        return hasEnded() && unconfirmed.get() <= 0;
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        tellEnd(wake);
        return true;
    }
}
