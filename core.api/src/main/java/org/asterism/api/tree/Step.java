package org.asterism.api.tree;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * One step on the way from the root of a tree down to its workers. Immutable. Its {@code toString} is short, for
 * messages: it leaves out parameters and branches. {@link SchedulingTrees#write} writes all.
 */
public sealed interface Step {
    /** The value of a parameter that is only named. */
    String SET = "true";

    /**
     * A component: {@code kind#name(parameter=value, flag, label: chain)}.
     *
     * @param kind the name of its factory, such as {@code fifo}: a {@linkplain #isKind kind}
     * @param name the {@linkplain #isName name} in this tree; empty for a name made from the kind
     * @param parameters by name, in the order given; a flag has the value {@link #SET}
     * @param branches the chains below it, by label, in the order given; empty if the rest of the chain is below it
     */
    record Component(
            String kind, String name, SequencedMap<String, String> parameters, SequencedMap<String, Chain> branches)
            implements Step {
        /** Copies the maps, in their order; refuses names that cannot be written down. */
        public Component {
            if (!isKind(kind)) {
                throw new IllegalArgumentException("kind '" + kind
                        + "' cannot be written down: it must begin with a letter, have only letters, digits, '-', '_' "
                        + "and '.' in it, no '--', and be"
                        + " neither 'each' nor 'where'");
            }
            requireNameIfAny(name);
            parameters = Ordered.copy(parameters);
            branches = Ordered.copy(branches);
            for (String parameter : parameters.keySet()) {
                requireName("parameter", parameter);
                if (branches.containsKey(parameter)) {
                    throw new IllegalArgumentException(
                            "'" + kind + "' has '" + parameter + "' twice: as a parameter, and as a branch");
                }
            }
            branches.keySet().forEach(label -> requireName("branch", label));
        }

        /**
         * Returns the same component under a name.
         *
         * @param changed unique within its tree
         * @return a copy
         */
        public Component withName(String changed) {
            return new Component(kind, changed, parameters, branches);
        }

        /**
         * Returns the same component with a further parameter, or another value of one that it has.
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
         * Returns the same component with a further parameter, or another value of one that it has.
         *
         * @param parameter name
         * @param value a duration of less than 292 years
         * @return a copy
         */
        public Component with(String parameter, Duration value) {
            return with(parameter, inLargestUnit(value.toNanos()));
        }

        /**
         * Returns the same component with a flag set.
         *
         * @param flag name of a parameter
         * @return a copy
         */
        public Component with(String flag) {
            return with(flag, SET);
        }

        /**
         * Returns the same component with a further branch, or with another branch for a label that it has.
         *
         * @param label of the branch
         * @param below the chain below the component there
         * @return a copy
         */
        public Component withBranch(String label, Chain below) {
            SequencedMap<String, Chain> changed = new LinkedHashMap<>(branches);
            changed.put(label, below);
            return new Component(kind, name, parameters, changed);
        }

        @Override
        public String toString() {
            return kind + withSign(name);
        }

        /** The largest unit is the one that needs no fraction. */
        private static String inLargestUnit(long nanos) {
            if (nanos % 1_000_000_000 == 0) {
                return nanos / 1_000_000_000 + "s";
            }
            if (nanos % 1_000_000 == 0) {
                return nanos / 1_000_000 + "ms";
            }
            return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos + "ns";
        }
    }

    /**
     * Several components in a row that act, and are shown, as one: {@code [fifo / eager]#name}. Components above are
     * connected to the first part, components below to the last.
     *
     * @param name the {@linkplain #isName name} in this tree; empty for a name made from its parts
     * @param parts at least two, without branches; a single one is not wrapped
     */
    record Composed(String name, List<Component> parts) implements Step {
        /** Copies the list, and checks it. */
        public Composed {
            requireNameIfAny(name);
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

        @Override
        public String toString() {
            return parts.stream().map(Component::toString).collect(Collectors.joining(" / ", "[", "]"))
                    + withSign(name);
        }
    }

    /**
     * A branching into one chain for each group of workers: {@code each worker: fifo}, {@code each memory-node
     * (arch=cuda): prio / eager}.
     *
     * <p>If one follows another directly, as in {@code each socket: each architecture: prio}, the workers of a group
     * share both properties.
     *
     * @param level the property that the workers of a group share
     * @param filter an OSGi filter that selects workers, with its parentheses; empty for all. {@link SchedulingTrees}
     *     checks its syntax
     */
    record Each(Level level, String filter) implements Step {
        /** Strips the filter. */
        public Each {
            Objects.requireNonNull(level, "level");
            filter = filter.strip();
        }

        @Override
        public String toString() {
            return "each " + level + (filter.isEmpty() ? "" : " " + filter);
        }
    }

    /**
     * A reference to a named part, with which the chain goes on: {@code @name}. A group of workers has one such part,
     * even if several chains refer to it. So branches can meet there.
     *
     * @param name of one of {@link TreeDescription#parts}
     */
    record Reference(String name) implements Step {
        /** Refuses a name that cannot be written down. */
        public Reference {
            requireName("part", name);
        }

        @Override
        public String toString() {
            return "@" + name;
        }
    }

    /**
     * A component without a name, parameters or branches.
     *
     * @param kind the name of its factory
     * @return a step
     */
    static Component component(String kind) {
        return new Component(kind, "", Ordered.copy(Map.of()), Ordered.copy(Map.of()));
    }

    /**
     * Returns whether nothing can follow this step in its chain, because it says itself what is below: a reference, or
     * a component with branches.
     *
     * @return true for the last step of a chain
     */
    default boolean endsChain() {
        return this instanceof Reference
                || this instanceof Component component && !component.branches().isEmpty();
    }

    /**
     * Returns whether a text can name a component in a tree, a branch, a parameter or a part: it begins with a letter
     * or a digit, and has only these, {@code -}, {@code _} and {@code .} in it, but no two {@code -} together.
     *
     * @param text any
     * @return true if a description can have it
     */
    static boolean isName(String text) {
        return !text.isEmpty()
                && Character.isLetterOrDigit(text.charAt(0))
                && text.chars()
                        .allMatch(character -> Character.isLetterOrDigit(character) || "-_.".indexOf(character) >= 0)
                && !text.contains("--");
    }

    /**
     * Returns whether a text can name a kind of component: a {@linkplain #isName name} that begins with a letter and is
     * neither {@code each} nor {@code where}.
     *
     * @param text any
     * @return true if a description can have it
     */
    static boolean isKind(String text) {
        return isName(text) && Character.isLetter(text.charAt(0)) && !text.equals("each") && !text.equals("where");
    }

    private static void requireName(String what, String text) {
        if (!isName(text)) {
            throw new IllegalArgumentException(what + " '" + text
                    + "' cannot be written down: it must begin with a letter or digit, and have only these, '-', '_' "
                    + "and '.'"
                    + " in it, and no '--'");
        }
    }

    private static void requireNameIfAny(String name) {
        if (!name.isEmpty()) {
            requireName("name", name);
        }
    }

    private static String withSign(String name) {
        return name.isEmpty() ? "" : "#" + name;
    }
}
