package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.spi.driver.Transfer;

/** Polls copies in virtual time, at the moments that their drivers suggest. It needs no thread. */
final class LoopPoller implements Poller {
    private static final Logger LOG = System.getLogger(LoopPoller.class.getName());

    private final EventLoop loop;
    private Traffic traffic;

    LoopPoller(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public void connect(Traffic stepped) {
        traffic = stepped;
    }

    @Override
    public void watch(Transfer transfer) {
        loop.at(transfer.nextPoll(), () -> {
            traffic.step();
            try {
                if (!transfer.isFinished()) {
                    watch(transfer);
                }
            } catch (Exception | Error failed) {
                LOG.log(Level.DEBUG, "whoever waits for the copy is told: " + failed);
            }
        });
    }
}
