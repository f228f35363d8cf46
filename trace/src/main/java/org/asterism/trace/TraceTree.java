package org.asterism.trace;

import java.util.List;

/**
 * Tree of scheduling components in a recording.
 *
 * @param policy the name of the policy
 * @param components the root first, each before its children; empty without workers
 */
public record TraceTree(String policy, List<TraceComponent> components) {
    /** Copies the list. */
    public TraceTree {
        components = List.copyOf(components);
    }
}
