package org.asterism.spi.remote;

import java.util.Objects;

/**
 * A Java virtual machine whose workers a coordinator uses, or has used.
 *
 * @param name unique among the members that are present; the names of its workers begin with it
 * @param address where it takes links, as host and port
 * @param state whether its workers can be used
 * @param units the number of its compute units; 0 before it has offered any
 * @param memory the number of bytes that the coordinator may allocate there; 0 before it has offered any
 * @param remark why it is not present, in a phrase; empty if it is
 */
public record ClusterMember(String name, String address, State state, int units, long memory, String remark) {
    /** Checks that nothing is null. */
    public ClusterMember {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(remark, "remark");
    }

    /** Whether the workers of a member can be used. */
    public enum State {
        /** It is in the group, but has not offered its units yet. */
        JOINING,
        /** Runtimes can use its units. */
        PRESENT,
        /** It is in the group and is not used, because one side refuses the other. */
        REFUSED,
        /** It was present, and has left, ended or stopped answering. */
        LOST
    }
}
