package org.asterism.driver.sim.internal.network;

import org.asterism.spi.driver.EventClock;

/** Bytes that are being transferred. */
final class Flow {
    final LoadedLink[] links;
    /** How often it uses each of its links. */
    final int[] uses;

    final double weight;
    final Runnable ended;

    /** What is left at the time {@code since}, and how fast it gets less. */
    double bytes;

    long since;
    double rate;

    /** When it comes to its end as things are, in nanoseconds. */
    double end;

    /** When somebody will look whether it has, and the plan for that. */
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
