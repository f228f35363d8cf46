package org.asterism.api.model;

/**
 * A way by which data are copied from one memory node to another without a stop between.
 *
 * @param from the id of a memory node
 * @param fromName its name
 * @param to the id of another
 * @param toName its name
 * @param latencyNanos how long a copy takes however little it is; NaN if unknown
 * @param bytesPerSecond how much is copied if no other copy is under way; NaN if unknown
 * @param own whether no copies between other nodes pass there
 * @param origin where the numbers come from
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

    /** Where numbers of a link come from. */
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
