package org.asterism.driver.remote.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Staging;

/**
 * The copies to the memory of a member's devices, and between memories of the member, that it has not answered. It
 * needs main memory for them, so there are only so many at a time as it allows. Thread-safe.
 */
final class DeviceCopies {
    private record Asked(RemoteTransfer transfer, Runnable leave) {}

    /**
     * As much may be on its way to devices as to main memory, and kernels need not wait for more. They have no common
     * limit, because main memory shall not wait for a device that is busy.
     */
    private final Staging window = new Staging(Integer.MAX_VALUE, Message.WINDOW);

    private final Staging steps = new Staging();
    private final Map<Long, Asked> asked = new ConcurrentHashMap<>();

    /**
     * Sends data, now or when earlier copies have ended.
     *
     * @param send begins with {@link #begin}, and gets what it runs at its end
     */
    void enter(long bytes, Consumer<Runnable> send) {
        window.enter(
                bytes,
                onWay -> enter(leave -> send.accept(() -> {
                    try {
                        leave.run();
                    } finally {
                        onWay.leave();
                    }
                })));
    }

    /** The same for a copy without data of this side. */
    void enter(Consumer<Runnable> ask) {
        steps.enter(place -> ask.accept(place::leave));
    }

    /** Notes a copy that the member is about to be asked for. */
    void begin(long number, RemoteTransfer transfer, Runnable leave) {
        asked.put(number, new Asked(transfer, leave));
    }

    /** The member has made a copy; false if it was not asked for it. */
    boolean end(long number) {
        Asked ended = asked.remove(number);
        if (ended != null) {
            try {
                ended.leave().run(); // another copy begins here, and may throw
            } finally {
                ended.transfer().one();
            }
        }
        return ended != null;
    }

    /** Ends a copy that the member will not make; false if it was not asked for it. */
    boolean fail(long number, Throwable failure) {
        Asked ended = asked.remove(number);
        if (ended != null) {
            try {
                ended.leave().run();
            } finally {
                ended.transfer().failed(failure);
            }
        }
        return ended != null;
    }

    /** Ends all copies that the member was asked for. */
    void lose(RuntimeException reason) {
        asked.keySet().forEach(number -> fail(number, reason));
    }
}
