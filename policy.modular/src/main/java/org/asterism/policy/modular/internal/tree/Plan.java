package org.asterism.policy.modular.internal.tree;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;

/**
 * A description whose kinds were found, whose components have got names, and whose parameters were overridden by what
 * the policy was asked for with. Made by {@link Planner}; immutable, and good for any workers.
 *
 * @param root the way down from where tasks enter
 * @param endParameters of the workers' own components, where the description says nothing of them
 * @param combinedParameters of those of combined workers, likewise
 */
public record Plan(Way root, Map<String, String> endParameters, Map<String, String> combinedParameters) {
    /** Copies the maps. */
    public Plan {
        endParameters = Map.copyOf(endParameters);
        combinedParameters = Map.copyOf(combinedParameters);
    }

    /**
     * Whether a component may ask how busy workers are.
     *
     * @return false if the factories of all say that theirs do not
     */
    public boolean asksForEstimates() {
        return root.asksForEstimates();
    }

    /**
     * A way down.
     *
     * @param stretches from the top
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

        /** Whether exactly one component begins it, whatever the workers are. */
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

    /** A piece of a way. */
    public sealed interface Stretch {}

    /**
     * A component.
     *
     * @param name in the text: copies are told apart by their groups
     * @param composite the name of what it is a part of, or empty
     * @param kind of component
     * @param parameters as given, and overridden
     * @param branches what is below it, by label; empty if that is the rest of the way
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
     * One way per group from here on.
     *
     * @param each what a group is
     */
    public record Fan(Step.Each each) implements Stretch {}

    /**
     * Goes on with a way that others go on with too.
     *
     * @param name of the part of the description
     * @param way the same object for all that refer to it
     */
    public record Join(String name, Way way) implements Stretch {}

    /**
     * The workers' own components, which end every way; only where the description says something of them.
     *
     * @param combined whether those of combined workers are meant
     * @param parameters as given
     */
    public record Ends(boolean combined, Map<String, String> parameters) implements Stretch {
        /** Copies the map. */
        public Ends {
            parameters = Map.copyOf(parameters);
        }
    }
}
