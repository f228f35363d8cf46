package org.asterism.driver.sim.internal.unit;

import org.asterism.spi.driver.EventClock;

/**
 * The thread that would drive a real device. Its operations take time, one after the other. It takes and gives back
 * memory only while no other device's thread does.
 */
final class DeviceThread {
    /** The time at which the last memory operation of a machine's device threads ends. */
    static final class Allocator {
        private long free;
    }

    private final EventClock clock;
    private final Allocator allocator;
    private long free;

    DeviceThread(EventClock clock, Allocator allocator) {
        this.clock = clock;
        this.allocator = allocator;
    }

    /** Returns the time at which the thread is done with all its operations. */
    long free() {
        return Math.max(free, clock.nanoTime());
    }

    /** Runs an action on the device's thread, and reports its end. */
    long spend(long nanos) {
        free = VirtualTime.after(free(), nanos);
        return free;
    }

    /** Runs an action with the memory of a device. */
    void spendOnMemory(long nanos) {
        free = VirtualTime.after(Math.max(free(), allocator.free), nanos);
        allocator.free = free;
    }

    /** Makes it wait until a time. */
    void waitUntil(long time) {
        free = Math.max(free, time);
    }
}
