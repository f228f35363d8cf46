package org.asterism.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.asterism.api.model.PerformanceModel;

/**
 * A kind of work: its name, its implementation for each architecture, and its access modes. Immutable; any number of
 * tasks, runtimes and threads may share it.
 *
 * <pre>{@code
 * static final Codelet SCALE = Codelet.named("scale")
 *         .access(Access.RW)
 *         .cpu(kernel -> {
 *             VectorView x = kernel.view(0, VectorView.class);
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
    private final List<Access> modes;
    private final Access[] modeArray;
    private final Implementation[][] implementations;
    private final long architectures;
    private final int attempts;
    private final Duration timeLimit;
    private final long timeLimitNanos;
    private final BiPredicate<? super Worker, ? super Task> condition;
    private final PerformanceModel model;
    private final PerformanceModel energyModel;
    private final Parallelism parallelism;
    private final int mostMembers;

    private Codelet(Builder builder) {
        name = builder.name;
        fixedAccess = builder.modes != null;
        modes = fixedAccess ? List.of(builder.modes) : List.of();
        modeArray = modes.toArray(Access[]::new);
        int most = 0;
        long set = 0;
        for (Builder.Entry entry : builder.entries) {
            most = Math.max(most, entry.architecture.index() + 1);
            set |= 1L << entry.architecture.index();
        }
        architectures = set;
        attempts = builder.attempts;
        timeLimit = builder.timeLimit;
        timeLimitNanos = timeLimit == null ? 0 : nanos(timeLimit);
        condition = builder.condition;
        model = builder.model;
        energyModel = builder.energyModel;
        parallelism = builder.parallelism;
        mostMembers = builder.mostMembers;
        implementations = new Implementation[most][];
        for (int index = 0; index < most; index++) {
            int wanted = index;
            implementations[index] = builder.entries.stream()
                    .filter(entry -> entry.architecture.index() == wanted)
                    .map(Builder.Entry::implementation)
                    .toArray(Implementation[]::new);
        }
    }

    private static long nanos(Duration duration) {
        Duration longest = Duration.ofNanos(Long.MAX_VALUE / 4); // clocks can add to it without running over
        return (duration.compareTo(longest) > 0 ? longest : duration).toNanos();
    }

    /**
     * Starts the description of a codelet.
     *
     * @param name its purpose, in a word; shown to people and used as the name of its performance model
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
     * Returns the codelet's access to each of its handles.
     *
     * @return one mode per handle, in their order; empty if it has none or leaves it to the task
     */
    public List<Access> accessModes() {
        return modes;
    }

    /**
     * Returns the codelet's access to one of its handles, without a list.
     *
     * @param index the handle's position, from 0
     * @return one of {@link #accessModes}
     * @throws IndexOutOfBoundsException if there is no handle at that position
     */
    public Access accessMode(int index) {
        return modeArray[index];
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
     * @param number the position in {@link #implementations}, from 0
     * @return the implementation
     * @throws IndexOutOfBoundsException if there is none of that number
     */
    public Implementation implementation(Architecture architecture, int number) {
        return implementations[architecture.index()][number];
    }

    /**
     * Returns the number of implementations for an architecture.
     *
     * @param architecture a kind of processor
     * @return 0 if it cannot run there
     */
    public int implementationCount(Architecture architecture) {
        int index = architecture.index();
        return index < implementations.length ? implementations[index].length : 0;
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
     * @return 0 for a codelet {@link #without without work}
     */
    public long architectureSet() {
        return architectures;
    }

    /**
     * Returns how often a task's kernel is tried before the task fails.
     *
     * @return from 1
     */
    public int attempts() {
        return attempts;
    }

    /**
     * Returns the time that a kernel may take before it is reported.
     *
     * @return empty for any time
     */
    public Optional<Duration> timeLimit() {
        return Optional.ofNullable(timeLimit);
    }

    /**
     * {@link #timeLimit}, without making an object.
     *
     * @return nanoseconds, or 0 for any time
     */
    public long timeLimitNanos() {
        return timeLimitNanos;
    }

    /**
     * Returns the condition for a worker to run a task, in addition to the architecture.
     *
     * @return empty if the architecture decides alone
     */
    public Optional<BiPredicate<? super Worker, ? super Task>> condition() {
        return Optional.ofNullable(condition);
    }

    /**
     * Whether there is a {@link #condition}.
     *
     * @return false if the architecture decides alone
     */
    public boolean hasCondition() {
        return condition != null;
    }

    /**
     * Returns the model that predicts the codelet's times.
     *
     * @return null if there is none; without an {@link Optional}, because it is asked for with every task
     */
    public PerformanceModel model() {
        return model;
    }

    /**
     * Returns the model that predicts the codelet's energy.
     *
     * @return null if there is none
     */
    public PerformanceModel energyModel() {
        return energyModel;
    }

    /**
     * Whether workers of CPU cores can run the codelet's tasks together. Implementations for other architectures run on
     * one worker always, and so do those for CPUs where the scheduling policy, or the program, names no team.
     *
     * @return {@link Parallelism#SEQUENTIAL} unless said otherwise
     */
    public Parallelism parallelism() {
        return parallelism;
    }

    /**
     * Returns the greatest number of workers that run a task together.
     *
     * @return 1 if the codelet is sequential; {@link Integer#MAX_VALUE} for any number
     */
    public int mostMembers() {
        return mostMembers;
    }

    /**
     * Whether there is nothing to do: tasks of this codelet order others and call back, and need no worker.
     *
     * @return true if it was made by {@link #without}
     */
    public boolean isWithoutWork() {
        return implementations.length == 0;
    }

    /**
     * A codelet without work, whose tasks end as soon as nothing stands in their way: join points in a graph. They may
     * have data, whose order they then take part in.
     *
     * @param name shown to people
     * @return a codelet that leaves the access modes to its tasks
     */
    public static Codelet without(String name) {
        return new Codelet(new Builder(name));
    }

    @Override
    public String toString() {
        return name;
    }

    /** Collects the parts of a codelet. Not thread-safe. */
    public static final class Builder {
        private record Entry(Architecture architecture, Implementation implementation) {}

        private final String name;
        private final List<Entry> entries = new ArrayList<>();
        private Access[] modes;
        private int attempts = 1;
        private Duration timeLimit;
        private BiPredicate<? super Worker, ? super Task> condition;
        private PerformanceModel model;
        private PerformanceModel energyModel;
        private Parallelism parallelism = Parallelism.SEQUENTIAL;
        private int mostMembers = 1;

        private Builder(String name) {
            if (name == null || name.isBlank()) {
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
        public Builder access(Access... modes) {
            for (Access mode : modes) {
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
         * @param architecture the architecture on which it runs
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
         * Sets how often a kernel that throws is tried, by any worker that can run it. It finds its data as the failed
         * attempt has left them.
         *
         * @param attempts the greatest number of tries; 1 at first
         * @return this
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder attempts(int attempts) {
            if (attempts < 1) {
                throw new IllegalArgumentException(
                        "codelet '" + name + "': attempts is " + attempts + ": give 1 or more");
            }
            this.attempts = attempts;
            return this;
        }

        /**
         * Sets a time limit after which kernels are reported. The report is a warning in the log while the kernel runs,
         * with the worker and the stack of its thread, and an entry of {@link TaskOverview#overdue}. The kernels are
         * not interrupted, and their tasks do not fail.
         *
         * @param limit more than no time
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder timeLimit(Duration limit) {
            if (!limit.isPositive()) {
                throw new IllegalArgumentException(
                        "codelet '" + name + "': time limit is " + limit + ": give more than 0");
            }
            timeLimit = limit;
            return this;
        }

        /**
         * Restricts where tasks can run, besides the architecture.
         *
         * @param allowed is asked by many threads and at any time; must answer at once, and always the same
         * @return this
         */
        public Builder condition(BiPredicate<? super Worker, ? super Task> allowed) {
            condition = Objects.requireNonNull(allowed, "allowed");
            return this;
        }

        /**
         * Says how the codelet's times are predicted, in nanoseconds.
         *
         * @param times such as {@link PerformanceModel#history}
         * @return this
         */
        public Builder model(PerformanceModel times) {
            model = Objects.requireNonNull(times, "times");
            return this;
        }

        /**
         * Says how the codelet's need of energy is predicted, in joules.
         *
         * @param energy of another symbol than the model of times
         * @return this
         */
        public Builder energyModel(PerformanceModel energy) {
            energyModel = Objects.requireNonNull(energy, "energy");
            return this;
        }

        /**
         * Makes all workers of a team run the implementations for CPUs at the same time, each with its own
         * {@link KernelContext#rank rank}. The kernel must be right for any number of members, also for one.
         *
         * @param most the greatest number of members of a team; from 2
         * @return this
         * @throws IllegalArgumentException if it is less than 2
         * @throws IllegalStateException if the codelet was said to fork and join
         */
        public Builder spmd(int most) {
            return parallel(Parallelism.SPMD, most);
        }

        /**
         * {@link #spmd(int)} for teams of any size.
         *
         * @return this
         * @throws IllegalStateException if the codelet was said to fork and join
         */
        public Builder spmd() {
            return spmd(Integer.MAX_VALUE);
        }

        /**
         * Makes one worker of a team run the implementations for CPUs, while the others lend it their cores. The kernel
         * starts its own threads on the {@link KernelContext#processingUnits cores of the team}, and ends them before
         * it returns. It must be right for any number of members, also for one.
         *
         * @param most the greatest number of members of a team; from 2
         * @return this
         * @throws IllegalArgumentException if it is less than 2
         * @throws IllegalStateException if the codelet was said to be {@link #spmd SPMD}
         */
        public Builder forkJoin(int most) {
            return parallel(Parallelism.FORK_JOIN, most);
        }

        /**
         * {@link #forkJoin(int)} for teams of any size.
         *
         * @return this
         * @throws IllegalStateException if the codelet was said to be {@link #spmd SPMD}
         */
        public Builder forkJoin() {
            return forkJoin(Integer.MAX_VALUE);
        }

        private Builder parallel(Parallelism how, int most) {
            if (most < 2) {
                throw new IllegalArgumentException(
                        "codelet '" + name + "': " + most + " members at most: give 2 or more, or leave it sequential");
            }
            if (parallelism != Parallelism.SEQUENTIAL && parallelism != how) {
                throw new IllegalStateException(
                        "codelet '" + name + "' is said to be both " + parallelism + " and " + how + ": choose one");
            }
            parallelism = how;
            mostMembers = most;
            return this;
        }

        /**
         * Makes the codelet.
         *
         * @return the codelet
         * @throws IllegalStateException if it has no implementation, is parallel and has none for CPUs, or its models
         *     of times and of energy have the same symbol
         */
        public Codelet build() {
            if (entries.isEmpty()) {
                throw new IllegalStateException("codelet '" + name
                        + "' has no implementation: give it one with cpu(...) or implementation(architecture, ...)");
            }
            if (parallelism != Parallelism.SEQUENTIAL
                    && entries.stream().noneMatch(entry -> entry.architecture == Architecture.CPU)) {
                throw new IllegalStateException("codelet '" + name + "' is " + parallelism
                        + ", but has no implementation for CPUs, and only those are parallel:"
                        + " give it one with cpu(...), or leave it sequential");
            }
            if (model != null && energyModel != null && model.symbol().equals(energyModel.symbol())) {
                throw new IllegalStateException("codelet '" + name + "' has the symbol '" + model.symbol()
                        + "' for its times and for its energy: give each model a name of its own");
            }
            return new Codelet(this);
        }
    }
}
