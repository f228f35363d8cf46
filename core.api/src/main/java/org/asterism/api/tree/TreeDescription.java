package org.asterism.api.tree;

import java.util.Objects;
import java.util.SequencedMap;

/**
 * A tree of scheduling components as it is written down, for any number of workers. Immutable.
 *
 * <pre>{@code
 * prio / perfmodel-select(
 *     perf: mct(beta=1) / each worker: prio(ntasks=30, ready, exp) / best-implementation,
 *     calibrate: eager-calibration,
 *     else: eager / each worker: best-implementation)
 * }</pre>
 *
 * <p>{@code docs/tree-notation.md} tells the whole grammar.
 *
 * @param root the way down from where tasks enter
 * @param parts chains that have a name, by it, in the order given
 */
public record TreeDescription(Chain root, SequencedMap<String, Chain> parts) {
    /** Copies the map, in its order, and checks that names are given once, and that references lead somewhere and in no circle. */
    public TreeDescription {
        Objects.requireNonNull(root, "root");
        parts = Ordered.copy(parts);
        Coherence.check(root, parts);
    }

    /**
     * Reads a description. Whether its components exist, and make a tree that can be used, is another question: see {@link
     * SchedulingTrees#check}.
     *
     * @param text as {@code docs/tree-notation.md} tells
     * @return what it says
     * @throws TreeDescriptionException if it cannot be read
     */
    public static TreeDescription parse(String text) {
        return DescriptionReader.read(text).description();
    }

    /** The description as text that {@link #parse} reads as the same: in one line if that is short. Comments are not kept. */
    @Override
    public String toString() {
        return DescriptionWriter.written(this);
    }
}
