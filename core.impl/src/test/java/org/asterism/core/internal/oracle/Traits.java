package org.asterism.core.internal.oracle;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** What a random graph is made of. Graphs that lack some of it lay bare what others would bury under failures. */
record Traits(Set<Trait> chosen) {
    enum Trait {
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
        NODES,
        VIRTUAL_TIME
    }

    static Traits any(Random random) {
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

    boolean has(Trait trait) {
        return chosen.contains(trait);
    }
}
