package org.asterism.driver.remote.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.asterism.spi.driver.Transfer;

/**
 * A copy from or to a member, in one or more messages. It ends when all of them have been answered and the transport
 * does not use the memory of this side any more.
 */
final class RemoteTransfer extends Pending implements Transfer {
    private final AtomicInteger left;
    private final UnaryOperator<RuntimeException> naming;
    private volatile RuntimeException loss;

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
        left = new AtomicInteger(events);
        this.naming = naming;
    }

    /** One of the awaited events has happened. */
    void one() {
        if (left.decrementAndGet() == 0) {
            end(loss);
        }
    }

    /** An answer will not come. */
    @Override
    void lost(RuntimeException reason) {
        loss = naming.apply(reason);
        one();
    }

    /** A message was not even sent, so there are two events that will not come. */
    void notSent(RuntimeException reason) {
        lost(reason);
        lost(reason);
    }

    @Override
    public boolean isFinished() throws Exception {
        return hasEnded();
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        tellEnd(wake);
        return true;
    }
}
