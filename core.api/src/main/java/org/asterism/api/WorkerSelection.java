package org.asterism.api;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Selects the workers of a scheduling context. Immutable.
 *
 * <p>All but {@link Chosen} are <em>standing</em>: a worker that arrives later with its driver joins the contexts that
 * select it.
 */
public sealed interface WorkerSelection {
    /** No worker: the context's tasks wait until workers are added to it. */
    record None() implements WorkerSelection {
        @Override
        public String toString() {
            return "none";
        }
    }

    /** All workers. */
    record All() implements WorkerSelection {
        @Override
        public String toString() {
            return "all";
        }
    }

    /**
     * The workers that match a filter, such as {@code (&(arch=cuda)(memory-node>=1))}. The filter is applied to the
     * {@link WorkerFacts facts} of each worker.
     *
     * @param filter an OSGi filter (OSGi Core, release 8, section 3.2.7)
     */
    record Matching(String filter) implements WorkerSelection {
        /** Refuses null. */
        public Matching {
            Objects.requireNonNull(filter, "filter");
        }

        @Override
        public String toString() {
            return filter;
        }
    }

    /**
     * Workers by their names.
     *
     * @param names such as {@code cpu-0}
     */
    record Named(List<String> names) implements WorkerSelection {
        /** Copies the list. */
        public Named {
            names = List.copyOf(names);
        }

        @Override
        public String toString() {
            return names.isEmpty() ? "none" : String.join(",", names);
        }
    }

    /**
     * A share of the workers of one object of the machine's topology, such as half of those of the second package.
     *
     * <p>It takes the first workers by id that no other share of the same object has taken. So the shares of several
     * contexts do not overlap, as long as they do not exceed the whole.
     *
     * @param numerator the number of parts, from 1
     * @param denominator the number of parts of the whole, not less than the numerator; the resulting number of workers
     *     is rounded to the nearest, but at least one
     * @param object a type of objects and a number, such as {@code package:1}, {@code numa-node:0} or {@code machine:0}
     */
    record Share(int numerator, int denominator, String object) implements WorkerSelection {
        /** Checks the numbers. */
        public Share {
            if (numerator < 1 || denominator < numerator) {
                throw new IllegalArgumentException("share " + numerator + "/" + denominator + " of " + object
                        + ": give two numbers from 1, the first not greater than the second, such as 1/2");
            }
            Objects.requireNonNull(object, "object");
        }

        @Override
        public String toString() {
            return numerator + "/" + denominator + " of " + object;
        }
    }

    /**
     * The workers that a program's predicate allows when the context is made.
     *
     * @param allowed the predicate, which is called once for each worker
     */
    record Chosen(Predicate<? super Worker> allowed) implements WorkerSelection {
        /** Refuses null. */
        public Chosen {
            Objects.requireNonNull(allowed, "allowed");
        }

        @Override
        public String toString() {
            return "chosen by the program";
        }
    }

    /**
     * No worker.
     *
     * @return the selection
     */
    static WorkerSelection none() {
        return new None();
    }

    /**
     * All workers.
     *
     * @return the selection
     */
    static WorkerSelection all() {
        return new All();
    }

    /**
     * The workers that a filter means.
     *
     * @param filter as of {@link Matching}
     * @return the selection
     */
    static WorkerSelection matching(String filter) {
        return new Matching(filter);
    }

    /**
     * Workers by their names.
     *
     * @param names such as {@code cpu-0}
     * @return the selection
     */
    static WorkerSelection named(String... names) {
        return new Named(List.of(names));
    }

    /**
     * The workers of a list, by their names.
     *
     * @param workers of the runtime
     * @return the selection
     */
    static WorkerSelection of(List<? extends Worker> workers) {
        return new Named(workers.stream().map(Worker::name).toList());
    }

    /**
     * Reads a selection from its text, which is what {@link Object#toString} gives: {@code all}, {@code none}, a filter
     * in parentheses, names with commas between them such as {@code cpu-0,cpu-1}, of which {@code cpu-0..3} stands for
     * four, or a share such as {@code 1/2 of package:0}.
     *
     * @param text as above
     * @return the selection; never one that is {@link Chosen}
     * @throws IllegalArgumentException if it is none of these
     */
    static WorkerSelection parse(String text) {
        return SelectionText.read(text);
    }
}
