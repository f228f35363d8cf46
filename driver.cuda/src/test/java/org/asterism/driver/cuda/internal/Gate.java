package org.asterism.driver.cuda.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.Grid;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.driver.cuda.internal.library.NativeCuda;

/**
 * A number in main memory that a kernel looks at until the host has changed it. It is given back when the unit stops.
 */
final class Gate implements AutoCloseable {
    private final CudaLibrary library;
    private final MemorySegment open;
    private boolean closed;

    private Gate() {
        library = NativeCuda.open(whyNot -> {
                    throw new AssertionError(whyNot);
                })
                .orElseThrow();
        open = library.allocateHost(Integer.BYTES);
        set(0);
    }

    /** Does nothing once the memory was given back: each kernel's thread lets all kernels go, and may be late. */
    private synchronized void letGo() {
        if (!closed) {
            set(1);
        }
    }

    private void set(int value) {
        ValueLayout.JAVA_INT.varHandle().setVolatile(open, 0L, value);
    }

    /** Code that doubles a vector of 32 bit integers, but does not begin with that before it is let go. */
    static DeviceCode heldUntil(CountDownLatch go) {
        return context -> {
            Gate gate = context.attached(Gate.class, Gate::new);
            DeviceBuffer vector = context.buffer(0);
            // A device may load a kernel when it is first launched, and wait for all others to end before: so it is
            // loaded now, for no elements.
            context.launch(Kernels.TWICE, Grid.of(1), vector.memory() + vector.offset(), 0);
            context.launch(Kernels.HOLD, Grid.of(1), gate.open.address());
            context.launch(Kernels.TWICE);
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    go.await();
                } catch (InterruptedException stray) {
                    Thread.currentThread().interrupt();
                }
                gate.letGo();
            });
        };
    }

    @Override
    public synchronized void close() {
        closed = true;
        library.freeHost(open);
    }
}
