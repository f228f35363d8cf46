package org.asterism.driver.cpu.internal;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.Transfer;

/**
 * A copy from host memory to host memory, run by a thread of the engine.
 *
 * <p>Normally that thread calls the listener. If the listener is set after the end of the copy, the thread that sets it
 * calls it. The compare-and-set of {@link #listener} decides which of the two, exactly once.
 */
final class HostTransfer implements Transfer {
    private static final System.Logger LOG = System.getLogger(HostTransfer.class.getName());

    /** Replaces the listener after the transfer has ended. */
    private static final Runnable ENDED = () -> {};

    private final List<BufferCopy> copies;
    private final AtomicReference<Runnable> listener = new AtomicReference<>();
    private Throwable failure; // written before the listener becomes ENDED, read after that was seen

    HostTransfer(List<BufferCopy> copies) {
        this.copies = List.copyOf(copies);
    }

    /** Copies; by the engine. */
    void run() {
        try {
            copies.forEach(StridedCopy::run);
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
        end();
    }

    /** Fails without copying; by the engine. */
    void abandon() {
        failure = new IllegalStateException("the system gave no thread to copy");
        end();
    }

    private void end() {
        Runnable waiting = listener.getAndSet(ENDED);
        if (waiting != null) {
            tell(waiting);
        }
    }

    @Override
    public boolean isFinished() throws Exception {
        if (listener.get() != ENDED) {
            return false;
        }
        if (failure != null) {
            throw new IllegalStateException(
                    "a copy between main memory and a memory of driver.cpu failed: " + failure, failure);
        }
        return true;
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        while (true) {
            Runnable before = listener.get();
            if (before == ENDED) {
                wake.run();
                return true;
            }
            Runnable both = before == null
                    ? wake
                    : () -> {
                        tell(before);
                        tell(wake);
                    };
            if (listener.compareAndSet(before, both)) {
                return true;
            }
        }
    }

    /** The engine has to live on, whatever its listeners do. */
    private static void tell(Runnable wake) {
        try {
            wake.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.ERROR, "driver.cpu: whoever waited for a copy has thrown " + thrown, thrown);
        }
    }
}
