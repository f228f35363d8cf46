package org.asterism.driver.opencl.internal.unit;

import java.util.Arrays;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.driver.opencl.internal.library.Kernels;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.library.Queues;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.spi.driver.Execution;

/**
 * The queue for a unit's kernels, in order or out of order.
 *
 * <p>In an out-of-order queue each task is followed by a marker that waits for the task's commands and for the marker
 * before. So kernels overlap and still end in their order. Device code relies on the order of its commands, so it then
 * has a separate queue. Used by the worker's thread only.
 */
final class LaunchQueue implements AutoCloseable {
    private static final Runnable NOTHING = () -> {};

    private final OpenDevice device;
    private final UnitPlace place;
    private final boolean outOfOrder;
    private final CommandQueue kernels;
    private CommandQueue code;
    /** The marker of the last task, if the order needs one; kept until the next. */
    private long last;

    LaunchQueue(OpenDevice device, UnitPlace place, boolean outOfOrder) {
        this.device = device;
        this.place = place;
        this.outOfOrder = outOfOrder;
        kernels = device.queue(
                place.name(), place.part(), outOfOrder ? Queues.PROFILING | Queues.OUT_OF_ORDER : Queues.PROFILING);
        code = outOfOrder ? null : kernels;
    }

    /** For kernels that are tasks. */
    CommandQueue forKernels() {
        return kernels;
    }

    /** For what code does; it keeps the order. */
    CommandQueue forCode() {
        if (code == null) {
            code = device.queue(place.name() + "-code", place.part(), Queues.PROFILING);
        }
        return code;
    }

    /**
     * Returns the execution that reports the end of a task's commands, and makes the device begin with them.
     *
     * @param queue in which they are
     * @param inspections the inspections to make when they have ended; null for none
     * @param events theirs
     */
    Execution execution(
            CommandQueue queue,
            Object what,
            Exception thrown,
            Inspections inspections,
            Runnable atEnd,
            long... events) {
        try {
            queue.flush();
            if (!outOfOrder) {
                return new KernelExecution(queue, what, thrown, inspections, atEnd, NOTHING, false, events);
            }
            long marker = mark(events);
            long[] ordered = Arrays.copyOf(events, events.length + 1);
            ordered[events.length] = marker;
            return new KernelExecution(queue, what, thrown, inspections, atEnd, this::forget, true, ordered);
        } catch (OpenClException refused) {
            finish(); // what has begun uses the task's data
            for (long event : events) {
                Events.release(event);
            }
            if (inspections != null) {
                inspections.giveBack();
            }
            atEnd.run();
            RuntimeException failure = device.failure(what.toString(), refused.code());
            if (thrown != null) {
                failure.addSuppressed(thrown);
            }
            throw failure;
        }
    }

    private long mark(long... events) {
        long[] awaited = events;
        if (last != 0) {
            awaited = Arrays.copyOf(events, events.length + 1);
            awaited[events.length] = last;
        }
        long marker = Kernels.mark(kernels.handle(), awaited);
        kernels.flush();
        forget();
        Events.retain(marker);
        last = marker;
        return marker;
    }

    /** A marker that has failed would have all behind it fail. */
    private void forget() {
        if (last != 0) {
            Events.release(last);
            last = 0;
        }
    }

    /** Waits until nothing is left to do. */
    void finish() {
        kernels.finish();
        if (code != null && code != kernels) {
            code.finish();
        }
        forget();
    }

    @Override
    public void close() {
        finish();
        kernels.close();
        if (code != null && code != kernels) {
            code.close();
        }
    }
}
