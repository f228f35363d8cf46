package org.asterism.api.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/** One step on the way from the root of a tree down to its workers. Immutable. */
public sealed interface Step {
    /** The value of a parameter that is only named. */
    String SET = "true";

    /**
     * A component: {@code kind#name(parameter=value, flag, label: chain)}. Names and labels begin with a letter or a digit, kinds with
     * a letter; they have only these, {@code -}, {@code _} and {@code .} in them, and no two {@code -} together. No kind is called
     * {@code each} or {@code where}.
     *
     * @param kind the name of its factory, such as {@code fifo}
     * @param name the name in this tree; empty for one made of its kind
     * @param parameters by name, in the order given; a flag has the value {@link #SET}
     * @param branches what is below it, by label, in the order given; empty if that is the rest of the chain
     */
    record Component(
            String kind, String name, SequencedMap<String, String> parameters, SequencedMap<String, Chain> branches)
            implements Step {
        /** Copies the maps, in their order; refuses names that cannot be written down. */
        public Component {
            if (!Words.isKind(kind)) {
                throw new IllegalArgumentException("kind '" + kind
                        + "' cannot be written down: it must begin with a letter, have only letters, digits, '-', '_' and '.' in it, no '--', and be"
                        + " neither 'each' nor 'where'");
            }
            if (!name.isEmpty()) {
                Words.requireName("name", name);
            }
            parameters = Ordered.copy(parameters);
            branches = Ordered.copy(branches);
            for (String parameter : parameters.keySet()) {
                Words.requireName("parameter", parameter);
                if (branches.containsKey(parameter)) {
                    throw new IllegalArgumentException(
                            "'" + kind + "' has '" + parameter + "' twice: as a parameter, and as a branch");
                }
            }
            branches.keySet().forEach(label -> Words.requireName("branch", label));
        }

        /**
         * The same component under a name.
         *
         * @param changed unique within its tree
         * @return a copy
         */
        public Component withName(String changed) {
            return new Component(kind, changed, parameters, branches);
        }

        /**
         * The same component with a further parameter, or another value of one that it has.
         *
         * @param parameter name
         * @param value as text
         * @return a copy
         */
        public Component with(String parameter, String value) {
            SequencedMap<String, String> changed = new LinkedHashMap<>(parameters);
            changed.put(parameter, value);
            return new Component(kind, name, changed, branches);
        }

        /**
         * The same component with a flag set.
         *
         * @param flag name of a parameter
         * @return a copy
         */
        public Component with(String flag) {
            return with(flag, SET);
        }

        /**
         * The same component with a further branch, or another one of a label that it has.
         *
         * @param label of the branch
         * @param below what is below the component there
         * @return a copy
         */
        public Component withBranch(String label, Chain below) {
            SequencedMap<String, Chain> changed = new LinkedHashMap<>(branches);
            changed.put(label, below);
            return new Component(kind, name, parameters, changed);
        }

        /** The step as descriptions write it. */
        @Override
        public String toString() {
            return DescriptionWriter.written(this);
        }
    }

    /**
     * Several components in a row that behave, and are shown, as one: {@code [fifo / eager]#name}. What is above is above the
     * first of them, what is below is below the last.
     *
     * @param name the name in this tree; empty for one made of its parts'
     * @param parts at least two, without branches; a single one is not wrapped
     */
    record Composed(String name, List<Component> parts) implements Step {
        /** Copies the list, and checks it. */
        public Composed {
            if (!name.isEmpty()) {
                Words.requireName("name", name);
            }
            parts = List.copyOf(parts);
            if (parts.size() < 2) {
                throw new IllegalArgumentException("a composed component has at least two parts, not " + parts);
            }
            for (Component part : parts) {
                if (!part.branches().isEmpty()) {
                    throw new IllegalArgumentException(
                            "'" + part.kind() + "' has branches, and so cannot be part of a composed component");
                }
            }
        }

        /** The step as descriptions write it. */
        @Override
        public String toString() {
            return DescriptionWriter.written(this);
        }
    }

    /**
     * From here on there is one chain for each group of workers: {@code each worker: fifo}, {@code each memory-node (arch=cuda): prio
     * / eager}. Where one follows another directly, as in {@code each socket: each architecture: prio}, a group is what they have in common.
     *
     * @param level what a group is: workers that share such an object
     * @param filter an OSGi filter on workers, with its parentheses, of those that are meant; empty for all
     */
    record Each(Level level, String filter) implements Step {
        /** Strips the filter, and checks its syntax. */
        public Each {
            Objects.requireNonNull(level, "level");
            filter = filter.strip();
            if (!filter.isEmpty()) {
                FilterSyntax.checkWhole(filter);
            }
        }

        /** The step as descriptions write it. */
        @Override
        public String toString() {
            return DescriptionWriter.written(this);
        }
    }

    /**
     * Goes on with a chain that has a name: {@code @end}. Of what is named there is one per group of workers, wherever it is
     * referred to, so that branches can join there.
     *
     * @param name of one of {@link TreeDescription#parts}
     */
    record Reference(String name) implements Step {
        /** Refuses a name that cannot be written down. */
        public Reference {
            Words.requireName("part", name);
        }

        /** The step as descriptions write it. */
        @Override
        public String toString() {
            return DescriptionWriter.written(this);
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
