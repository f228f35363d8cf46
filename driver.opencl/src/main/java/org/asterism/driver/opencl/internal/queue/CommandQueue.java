package org.asterism.driver.opencl.internal.queue;

import java.lang.System.Logger.Level;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.Queues;
import org.asterism.kit.device.CompletionWatch;

/**
 * A queue of a device, with a thread that waits for its commands while all other threads sleep. One thread at a time
 * puts commands into it.
 */
public final class CommandQueue implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CommandQueue.class.getName());

    private final String name;
    private final long handle;
    private final CompletionWatch watch;
    private final DeviceFailure failure;

    /**
     * Makes a queue.
     *
     * @param name of its thread
     * @param properties of those of {@link Queues}
     * @param failure knows the device
     */
    public CommandQueue(String name, long context, long device, long properties, DeviceFailure failure) {
        this.name = name;
        this.failure = failure;
        handle = Queues.create(context, device, properties);
        watch = new CompletionWatch(name);
        QueuesAtExit.add(handle);
    }

    /** For commands. */
    public long handle() {
        return handle;
    }

    /** Has the device begin with what is in the queue. */
    public void flush() {
        Queues.flush(handle);
    }

    /** Waits until nothing is left to do. */
    public void finish() {
        int code = Queues.finish(handle);
        if (code != ErrorCode.SUCCESS) {
            LOG.log(Level.DEBUG, name + " did not end well: " + ErrorCode.describe(code));
        }
    }

    CompletionWatch watch() {
        return watch;
    }

    DeviceFailure failure() {
        return failure;
    }

    /** Waits for what is in the queue, and gives it back. */
    @Override
    public void close() {
        finish();
        watch.close();
        QueuesAtExit.remove(handle);
        Queues.release(handle);
    }

    @Override
    public String toString() {
        return name;
    }
}
