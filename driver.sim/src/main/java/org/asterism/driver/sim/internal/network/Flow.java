package org.asterism.driver.sim.internal.network;

import org.asterism.spi.driver.EventClock;

/** Bytes that are being transferred. */
final class Flow {
    final LoadedLink[] links;
    /** Number of times that it uses each of its links. */
    final int[] uses;

    final double weight;
    final Runnable ended;

    /** Bytes that are left at the time {@code since}, and the rate at which they decrease. */
    double bytes;

    long since;
    double rate;

    /** Time of its end at the current rates, in nanoseconds. */
    double end;

    /** Time of the planned check for its end, with the plan. */
    long look;

    EventClock.Event plan;

    /** The last search that has met it. */
    int round;

    Flow(LoadedLink[] links, int[] uses, double weight, long bytes, Runnable ended) {
        this.links = links;
        this.uses = uses;
        this.weight = weight;
        this.bytes = bytes;
        this.ended = ended;
    }

    /** Lets what has flowed since the last time be gone. */
    void advance(long now) {
        bytes = Math.max(0, bytes - rate * (now - since));
        since = now;
    }
}
