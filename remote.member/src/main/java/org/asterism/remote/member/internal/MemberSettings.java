package org.asterism.remote.member.internal;

import java.util.OptionalInt;

/**
 * What a member is called and gives away.
 *
 * @param name its name, which names of its workers begin with
 * @param memory the number of bytes that are held for a coordinator at most
 * @param workers the number of units that the driver of processor cores opens at most; empty for all
 */
public record MemberSettings(String name, long memory, OptionalInt workers) {
    /** Checks the values. */
    public MemberSettings {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw new IllegalArgumentException("member name '" + name
                    + "': use letters, digits, '.', '_' and '-', and begin with a letter or digit");
        }
        if (memory < 2) {
            throw new IllegalArgumentException("the memory of member " + name + " is " + memory + " bytes: give more");
        }
    }

    /**
     * Returns what a coordinator may allocate. As much is kept for blocks that it has given back, while the transport
     * or a kernel still uses them.
     */
    long offered() {
        return memory / 2;
    }
}
