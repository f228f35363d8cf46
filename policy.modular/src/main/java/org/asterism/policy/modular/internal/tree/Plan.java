package org.asterism.policy.modular.internal.tree;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;

/**
 * Resolved description: kinds are found, components have names, and properties of the policy have overridden
 * parameters. {@link Planner} creates it. Immutable, and valid for any workers.
 *
 * @param root way down from the entrance
 * @param endParameters parameters of the workers' components, unless the description sets them
 * @param combinedParameters the same for components of combined workers
 */
public record Plan(Way root, Map<String, String> endParameters, Map<String, String> combinedParameters) {
    /** Copies the maps. */
    public Plan {
        endParameters = Map.copyOf(endParameters);
        combinedParameters = Map.copyOf(combinedParameters);
    }

    /**
     * Whether a component may use estimates of how busy workers are.
     *
     * @return false if all factories declare that their components do not
     */
    public boolean asksForEstimates() {
        return root.asksForEstimates();
    }

    /**
     * Way down the tree.
     *
     * @param stretches its stretches, from the top
     */
    public record Way(List<Stretch> stretches) {
        /** Copies the list. */
        public Way {
            stretches = List.copyOf(stretches);
        }

        private boolean asksForEstimates() {
            return stretches.stream().anyMatch(stretch -> switch (stretch) {
                case Part part ->
                    part.kind().factory().asksForEstimates()
                            || part.branches().values().stream().anyMatch(Way::asksForEstimates);
                case Join join -> join.way().asksForEstimates();
                case Fan fan -> false;
                case Ends ends -> false;
            });
        }

        /** Whether exactly one component is at the top, for any workers. */
        boolean beginsWithOne() {
            if (stretches.isEmpty()) {
                return false;
            }
            return switch (stretches.getFirst()) {
                case Part part -> true;
                case Join join -> join.way().beginsWithOne();
                case Fan fan -> fan.each().level() == Level.MACHINE;
                case Ends ends -> false;
            };
        }
    }

    /** Piece of a way. */
    public sealed interface Stretch {}

    /**
     * Component in a way.
     *
     * @param name name in the text; copies are distinguished by their groups
     * @param composite name of the composed component that it is part of, or empty
     * @param kind kind of component
     * @param parameters its parameters, after overriding
     * @param branches ways below it, by label; empty if the rest of this way is below it
     */
    public record Part(
            String name,
            String composite,
            ComponentKind kind,
            SequencedMap<String, String> parameters,
            SequencedMap<String, Way> branches)
            implements Stretch {
        /** Copies the maps, in their order. */
        public Part {
            parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
            branches = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(branches));
        }
    }

    /**
     * Fan-out into one way per group.
     *
     * @param each definition of a group
     */
    public record Fan(Step.Each each) implements Stretch {}

    /**
     * Continuation in a way that several ways share.
     *
     * @param name name of the part of the description
     * @param way shared way; the same object for all references
     */
    public record Join(String name, Way way) implements Stretch {}

    /**
     * Workers' components at the end of a way, if the description mentions them.
     *
     * @param combined whether they are components of combined workers
     * @param parameters their parameters
     */
    public record Ends(boolean combined, Map<String, String> parameters) implements Stretch {
        /** Copies the map. */
        public Ends {
            parameters = Map.copyOf(parameters);
        }
    }
}
