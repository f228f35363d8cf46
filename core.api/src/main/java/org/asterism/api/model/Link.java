package org.asterism.api.model;

/**
 * A direct connection for copies from one memory node to another.
 *
 * @param from the id of a memory node
 * @param fromName its name
 * @param to the id of another node
 * @param toName its name
 * @param latencyNanos nanoseconds that a copy of any size takes at least; NaN if unknown
 * @param bytesPerSecond the bandwidth if no other copy is under way; NaN if unknown
 * @param own whether the link carries no copies between other nodes
 * @param origin the source of these numbers
 */
public record Link(
        int from,
        String fromName,
        int to,
        String toName,
        double latencyNanos,
        double bytesPerSecond,
        boolean own,
        Origin origin) {

    /** The source of the latency and bandwidth of a link. */
    public enum Origin {
        /** From the driver, which knows its links or simulates them. */
        DRIVER,
        /** They were measured in this run. */
        MEASURED,
        /** They were measured in an earlier run, and kept. */
        KEPT,
        /** Nothing is known. */
        UNKNOWN
    }
}
