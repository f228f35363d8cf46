package org.asterism.driver.opencl.internal.memory;

import java.util.concurrent.atomic.AtomicLong;

/** The device memory that data do not use, for the workspaces of its workers. Any thread may take and give back. */
public final class SpareMemory {
    private final long size;
    private final AtomicLong taken = new AtomicLong();

    /** So many bytes that nobody has taken. */
    public SpareMemory(long size) {
        this.size = size;
    }

    /** Takes bytes; false if there are not so many. */
    public boolean take(long bytes) {
        long before = taken.getAndAdd(bytes);
        if (bytes <= size - before) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    /** Gives bytes back. */
    public void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    @Override
    public String toString() {
        return "data leave " + size + " bytes for workspaces, of which " + taken + " are taken";
    }
}
