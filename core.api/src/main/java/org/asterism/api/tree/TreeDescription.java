package org.asterism.api.tree;

import java.util.Objects;
import java.util.SequencedMap;

/**
 * A tree of scheduling components, described for any number of workers. Immutable. {@link TreeBuilder} makes one,
 * {@link SchedulingTrees#read} reads one from text such as this:
 *
 * <pre>{@code
 * prio / perfmodel-select(
 *     perf: mct(beta=1) / each worker: prio(ntasks=30, ready, exp) / best-implementation,
 *     calibrate: eager-calibration,
 *     else: eager / each worker: best-implementation)
 * }</pre>
 *
 * <p>A description may be wrong. {@link SchedulingTrees} checks it: names must be unique, and references must lead to a
 * part and form no circle.
 *
 * @param root the chain at which tasks enter
 * @param parts the named chains, in the order given
 */
public record TreeDescription(Chain root, SequencedMap<String, Chain> parts) {
    /** Copies the map, in its order; refuses names of parts that cannot be written down. */
    public TreeDescription {
        Objects.requireNonNull(root, "root");
        parts = Ordered.copy(parts);
        parts.keySet().forEach(Step.Reference::new);
    }
}
