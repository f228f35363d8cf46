package org.asterism.api.tree;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/** One step on the way from the root of a tree down to its workers. Immutable. */
public sealed interface Step {
    /**
     * A component: {@code kind#name(parameter=value, flag, label: chain)}.
     *
     * @param kind the name of its factory, such as {@code fifo}
     * @param name the name in this tree; empty for one made of its kind
     * @param parameters by name, in the order given; a flag has the value {@code true}
     * @param branches what is below it, by label, in the order given; empty if that is the rest of the chain
     */
    record Component(
            String kind, String name, SequencedMap<String, String> parameters, SequencedMap<String, Chain> branches)
            implements Step {
        /** Copies the maps, in their order. */
        public Component {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(name, "name");
            parameters = Ordered.copy(parameters);
            branches = Ordered.copy(branches);
        }
    }

    /**
     * Several components in a row that behave, and are shown, as one: {@code name = [fifo / eager]}. What is above is above the
     * first of them, what is below is below the last.
     *
     * @param name the name in this tree
     * @param parts at least one; a single one is not wrapped
     */
    record Composed(String name, List<Component> parts) implements Step {
        /** Copies the list. */
        public Composed {
            Objects.requireNonNull(name, "name");
            parts = List.copyOf(parts);
        }
    }

    /**
     * From here on there is one chain for each group of workers: {@code each worker}, {@code each memory-node (arch=cuda)}.
     *
     * @param level what a group is: workers that share such an object
     * @param filter an OSGi filter on workers, with its parentheses, of those that are meant; empty for all
     */
    record Each(Level level, String filter) implements Step {
        /** Neither may be null. */
        public Each {
            Objects.requireNonNull(level, "level");
            Objects.requireNonNull(filter, "filter");
        }
    }

    /**
     * Goes on with a chain that has a name: {@code @end}. Of what is named there is one per group of workers, wherever it is
     * referred to, so that branches can join there.
     *
     * @param name of one of {@link TreeDescription#parts}
     */
    record Reference(String name) implements Step {
        /** The name may not be null. */
        public Reference {
            Objects.requireNonNull(name, "name");
        }
    }

    /**
     * A component without name, parameters and branches.
     *
     * @param kind the name of its factory
     * @return the step
     */
    static Component component(String kind) {
        return new Component(kind, "", Ordered.copy(Map.of()), Ordered.copy(Map.of()));
    }
}
