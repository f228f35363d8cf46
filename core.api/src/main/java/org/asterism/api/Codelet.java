package org.asterism.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A kind of work: its name, how each architecture does it, and what it does with its data. Immutable; made once, used by
 * any number of tasks, runtimes and threads.
 *
 * <pre>{@code
 * static final Codelet SCALE = Codelet.named("scale")
 *         .access(AccessMode.RW)
 *         .cpu(kernel -> {
 *             VectorView x = kernel.vector(0);
 *             for (long i = 0; i < x.length(); i++) {
 *                 x.setDouble(i, 2 * x.getDouble(i));
 *             }
 *         })
 *         .build();
 * }</pre>
 */
public final class Codelet {
    private final String name;
    private final boolean fixedAccess;
    private final List<AccessMode> modes;
    private final Implementation[][] implementations;
    private final long architectures;

    private Codelet(Builder builder) {
        name = builder.name;
        fixedAccess = builder.modes != null;
        modes = fixedAccess ? List.of(builder.modes) : List.of();
        int most = 0;
        long set = 0;
        for (Builder.Entry entry : builder.entries) {
            most = Math.max(most, entry.architecture.index() + 1);
            set |= 1L << entry.architecture.index();
        }
        architectures = set;
        implementations = new Implementation[most][];
        for (int index = 0; index < most; index++) {
            int wanted = index;
            implementations[index] = builder.entries.stream()
                    .filter(entry -> entry.architecture.index() == wanted)
                    .map(Builder.Entry::implementation)
                    .toArray(Implementation[]::new);
        }
    }

    /**
     * Starts the description of a codelet.
     *
     * @param name what it does, in a word; shown to people and used as the name of its performance model
     * @return a builder
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * The codelet's name.
     *
     * @return never empty
     */
    public String name() {
        return name;
    }

    /**
     * Whether the codelet fixes how many handles its tasks have and what it does with each.
     *
     * @return false if each task says so itself, with {@link Task#access}
     */
    public boolean hasFixedAccess() {
        return fixedAccess;
    }

    /**
     * What the codelet does with each of its handles.
     *
     * @return one mode per handle, in their order; empty if it has none or leaves it to the task
     */
    public List<AccessMode> accessModes() {
        return modes;
    }

    /**
     * The ways to do this work on an architecture.
     *
     * @param architecture a kind of processor
     * @return in the order in which they were given; empty if it cannot run there
     */
    public List<Implementation> implementations(Architecture architecture) {
        int index = architecture.index();
        return index < implementations.length ? List.of(implementations[index]) : List.of();
    }

    /**
     * One way to do this work on an architecture, without making a list.
     *
     * @param architecture a kind of processor
     * @param number which of {@link #implementations}, from 0
     * @return the implementation
     * @throws IndexOutOfBoundsException if there is none of that number
     */
    public Implementation implementation(Architecture architecture, int number) {
        return implementations[architecture.index()][number];
    }

    /**
     * Whether there is an implementation for an architecture.
     *
     * @param architecture a kind of processor
     * @return true if there is one or more
     */
    public boolean runsOn(Architecture architecture) {
        return (architectures & (1L << architecture.index())) != 0;
    }

    /**
     * The architectures with an implementation, as bits at their {@link Architecture#index() indices}: tasks with equal
     * sets are equal in where they can run.
     *
     * @return never 0
     */
    public long architectureSet() {
        return architectures;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Collects what a codelet is made of. Not for use by several threads. */
    public static final class Builder {
        private record Entry(Architecture architecture, Implementation implementation) {}

        private final String name;
        private final List<Entry> entries = new ArrayList<>();
        private AccessMode[] modes;

        private Builder(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a codelet needs a name that is not blank");
            }
            this.name = name;
        }

        /**
         * Fixes the number of handles and what the work does with each. Left out, each task says so itself.
         *
         * @param modes one per handle, in the order in which tasks give them; none for work without data
         * @return this
         */
        public Builder access(AccessMode... modes) {
            for (AccessMode mode : modes) {
                Objects.requireNonNull(mode, "an access mode of codelet '" + name + "' is null");
            }
            this.modes = modes.clone();
            return this;
        }

        /**
         * Adds an implementation in Java for CPU cores.
         *
         * @param kernel does the work
         * @return this
         */
        public Builder cpu(Kernel kernel) {
            return implementation(Architecture.CPU, kernel);
        }

        /**
         * Adds an implementation.
         *
         * @param architecture where it runs
         * @param implementation of a type that the architecture's driver runs
         * @return this
         */
        public Builder implementation(Architecture architecture, Implementation implementation) {
            entries.add(new Entry(
                    Objects.requireNonNull(architecture, "architecture"),
                    Objects.requireNonNull(implementation, "implementation")));
            return this;
        }

        /**
         * Makes the codelet.
         *
         * @return the codelet
         * @throws IllegalStateException if it has no implementation
         */
        public Codelet build() {
            if (entries.isEmpty()) {
                throw new IllegalStateException("codelet '" + name
                        + "' has no implementation: give it one with cpu(...) or implementation(architecture, ...)");
            }
            return new Codelet(this);
        }
    }
}
