package org.asterism.core.internal.oracle;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** What a random graph is made of. Graphs that lack some of it lay bare what others would bury under failures. */
public record Traits(Set<Trait> chosen) {
    /** What a graph can have. */
    public enum Trait {
        PLANS,
        REDUCTIONS,
        UNORDERED,
        TEMPORARIES,
        ROUNDS,
        ACQUISITIONS,
        ENDS_AFTER,
        TAGS,
        RETRIES,
        FAILURES,
        CANCELLATIONS,
        PLACES,
        CONTEXTS,
        BUNDLES,
        SWAPS,
        TRANSFERS,
        /** Kernels submit tasks; only in a storm, as the next ones. */
        SPAWNS,
        /** Contexts are made and closed. */
        PASSING_CONTEXTS,
        MOVING_WORKERS,
        MOVING_DRIVERS,
        NODES,
        VIRTUAL_TIME
    }

    /** Chooses each trait or not. */
    public static Traits any(Random random) {
        Set<Trait> chosen = EnumSet.noneOf(Trait.class);
        for (Trait trait : Trait.values()) {
            if (random.nextBoolean()) {
                chosen.add(trait);
            }
        }
        for (String left : System.getProperty("asterism.without", "").split(",")) {
            if (!left.isBlank()) {
                chosen.remove(Trait.valueOf(left.trim()));
            }
        }
        return new Traits(chosen);
    }

    /** Adds a trait. */
    public Traits with(Trait more) {
        Set<Trait> changed = EnumSet.of(more);
        changed.addAll(chosen);
        return new Traits(changed);
    }

    /** Takes a trait away. */
    public Traits without(Trait less) {
        Set<Trait> changed = EnumSet.noneOf(Trait.class);
        changed.addAll(chosen);
        changed.remove(less);
        return new Traits(changed);
    }

    /** Tells whether a trait was chosen. */
    public boolean has(Trait trait) {
        return chosen.contains(trait);
    }
}
