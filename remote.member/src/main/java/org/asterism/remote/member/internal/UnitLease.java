package org.asterism.remote.member.internal;

import org.asterism.kit.remote.SegmentFinder;

/** Finds the memory of a kernel's data, and keeps it from being freed until it is closed. Used by one thread. */
interface UnitLease extends SegmentFinder, AutoCloseable {
    @Override
    void close();
}
