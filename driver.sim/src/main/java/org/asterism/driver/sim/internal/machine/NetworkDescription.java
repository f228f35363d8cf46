package org.asterism.driver.sim.internal.machine;

import java.util.List;

/**
 * The links of a machine and the routes over them.
 *
 * @param links by number
 * @param ways by the memories at both ends, from and to; null where there is no direct route
 * @param byLatency whether a flow's share of a link is in inverse proportion to its latency; otherwise all shares are
 *     equal
 */
public record NetworkDescription(List<Link> links, Way[][] ways, boolean byLatency) {
    /** Copies the list. */
    public NetworkDescription {
        links = List.copyOf(links);
    }

    /**
     * Returns the greatest time of a transfer without other transfers, as if each of its links carried the transfer as
     * a whole before the next one.
     */
    public double mostNanosAlone(Way way, long bytes) {
        double sum = 0;
        for (int number : way.links) {
            Link link = links.get(number);
            sum += link.latencyNanos + bytes / link.bytesPerNano;
        }
        return sum;
    }

    /**
     * A link.
     *
     * @param name unique
     * @param bytesPerNano its bandwidth, that is, gigabytes per second
     * @param latencyNanos the time that it adds to a transfer before bytes flow
     * @param shared whether simultaneous flows share its bandwidth; otherwise each has all of it
     */
    public record Link(String name, double bytesPerNano, double latencyNanos, boolean shared) {
        /** An equal link. */
        public Link named(String other) {
            return new Link(other, bytesPerNano, latencyNanos, shared);
        }
    }

    /**
     * A route from one memory to another.
     *
     * @param links the numbers of its links; one that occurs twice is used twice
     * @param expectedBytesPerNano the bandwidth of a single transfer, for predictions
     * @param expectedLatencyNanos its latency, for predictions
     */
    public record Way(int[] links, double expectedBytesPerNano, double expectedLatencyNanos) {
        /** Returns the time of a transfer without other transfers, in nanoseconds. */
        public double nanosAlone(long bytes) {
            return expectedLatencyNanos + bytes / expectedBytesPerNano;
        }
    }
}
