package org.asterism.driver.cuda.internal.library;

import java.util.function.LongSupplier;
import org.asterism.spi.driver.DeviceLostException;

/**
 * The primary context of a device, held for one runtime, and the events in it. Any thread may use it.
 *
 * <p>If the context does not answer any more after an error, it is {@link #isLost lost}. After an error that may have
 * this effect, the context is queried.
 */
public final class CudaContext implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CudaContext.class.getName());

    private final CudaLibrary library;
    private final int device;
    private final String name;
    private final long handle;
    private final EventPool events = new EventPool();
    private final EventPool timers = new EventPool();
    private volatile boolean lost;

    /**
     * Takes a device's context.
     *
     * @param library the driver
     * @param device the device's number
     * @param name the device's name, for messages
     */
    public CudaContext(CudaLibrary library, int device, String name) {
        this.library = library;
        this.device = device;
        this.name = name;
        this.handle = library.retainContext(device);
    }

    /**
     * The driver.
     *
     * @return its functions
     */
    public CudaLibrary library() {
        return library;
    }

    /**
     * The device.
     *
     * @return its number
     */
    public int device() {
        return device;
    }

    /**
     * The device's name.
     *
     * @return such as {@code cuda-0}
     */
    public String name() {
        return name;
    }

    /**
     * The context.
     *
     * @return its handle
     */
    public long handle() {
        return handle;
    }

    /**
     * Does something in this context, whatever is current on the calling thread.
     *
     * @param action is done at once
     * @throws RuntimeException what it throws, as {@link #explain} has it
     */
    public void within(Runnable action) {
        try {
            library.pushCurrent(handle);
            try {
                action.run();
            } finally {
                library.popCurrent();
            }
        } catch (CudaFailure failed) {
            throw explain(failed);
        }
    }

    /**
     * Asks for a handle in this context, whatever is current on the calling thread.
     *
     * @param question is asked at once
     * @return the answer
     * @throws RuntimeException what it throws, as {@link #explain} has it
     */
    public long ask(LongSupplier question) {
        long[] answer = new long[1];
        within(() -> answer[0] = question.getAsLong());
        return answer[0];
    }

    /**
     * Gives something back, which may fail when the device is lost; then nobody can mend it.
     *
     * @param what for the log
     * @param action is done at once, in this context
     */
    public void giveBack(String what, Runnable action) {
        try {
            within(action);
        } catch (RuntimeException failed) {
            System.Logger.Level level = lost ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
            LOG.log(level, "driver.cuda: " + name + " could not give back " + what + ": " + failed);
        }
    }

    /**
     * Returns the exception that reports a failure to the core.
     *
     * @param failure the exception of a function of the driver in this context
     * @return that the device is lost, or the failure itself
     */
    public RuntimeException explain(CudaFailure failure) {
        if (!failure.isLast() && !(failure.isSuspicious() && isSilent())) {
            return failure;
        }
        lost = true;
        return new DeviceLostException(name, failure.getMessage(), failure);
    }

    /** Whether the device does not even tell how much memory is free. */
    private boolean isSilent() {
        try {
            library.pushCurrent(handle);
            try {
                library.freeMemory();
            } finally {
                library.popCurrent();
            }
            return false;
        } catch (CudaFailure silent) {
            return true;
        }
    }

    /**
     * Whether an error was seen after which the device is of no use to this runtime.
     *
     * @return true from then on
     */
    public boolean isLost() {
        return lost;
    }

    /**
     * An event for copies behind what is in a stream; ask where the context is current.
     *
     * @param stream of this context
     * @return an event that does not take the time
     */
    public long recordedEvent(long stream) {
        long known = events.take();
        long event = known != 0 ? known : library.createEvent(false);
        recordOrGiveBack(event, stream, events);
        return event;
    }

    /**
     * Gives an event for copies back that nobody waits for.
     *
     * @param event as {@link #recordedEvent} returned it
     */
    public void giveBackEvent(long event) {
        events.giveBack(event);
    }

    /**
     * An event for kernels behind what is in a stream; ask where the context is current.
     *
     * @param stream of this context
     * @return an event that takes the time
     */
    public long recordedTimer(long stream) {
        long known = timers.take();
        long timer = known != 0 ? known : library.createEvent(true);
        recordOrGiveBack(timer, stream, timers);
        return timer;
    }

    private void recordOrGiveBack(long event, long stream, EventPool pool) {
        try {
            library.recordEvent(event, stream);
        } catch (CudaFailure failed) {
            pool.giveBack(event);
            throw failed;
        }
    }

    /**
     * Gives an event for kernels back that nobody waits for.
     *
     * @param timer as {@link #recordedTimer} returned it
     */
    public void giveBackTimer(long timer) {
        timers.giveBack(timer);
    }

    /** Gives the events and the context back. */
    @Override
    public void close() {
        for (EventPool pool : new EventPool[] {events, timers}) {
            for (long event = pool.take(); event != 0; event = pool.take()) {
                long unused = event;
                giveBack("an event", () -> library.destroyEvent(unused));
            }
        }
        try {
            library.releaseContext(device);
        } catch (CudaFailure failed) {
            LOG.log(System.Logger.Level.DEBUG, "driver.cuda: " + name + " could not give back its context: " + failed);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
