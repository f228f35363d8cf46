package org.asterism.core.internal.links;

import org.asterism.api.model.Link;

/**
 * The speed of copies from one memory node to another.
 *
 * @param latency nanoseconds that a copy of any size takes at least
 * @param nanosPerByte nanoseconds per byte if no other copy is under way; 0 if the link is unknown
 * @param own whether the link carries no copies between other nodes
 * @param origin the source of these numbers
 */
record Line(double latency, double nanosPerByte, boolean own, Link.Origin origin) {
    /** A link of which nothing is known. */
    static Line unknown(boolean own) {
        return new Line(0, 0, own, Link.Origin.UNKNOWN);
    }

    boolean isKnown() {
        return origin != Link.Origin.UNKNOWN;
    }

    /** The same link with numbers that were measured. */
    Line measured(Speed speed, Link.Origin when) {
        return new Line(speed.latency(), speed.nanosPerByte(), own, when);
    }

    /**
     * Returns the time of a copy whose bytes take some times longer than without other copies; 0 if and only if it is
     * unknown.
     */
    long nanos(long bytes, double contention) {
        return isKnown() ? Math.max(1, Math.round(latency + bytes * nanosPerByte * contention)) : 0;
    }
}
