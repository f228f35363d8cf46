package org.asterism.bench.taskbench.internal;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The kinds of tasks that can be measured. The programs of other runtimes in {@code bench/peers} use the same names.
 */
enum Mode {
    INDEP("independent, without data"),
    DATA("nbuf handles per task"),
    CHAIN("each on the same handle"),
    CHAINTASK("each waits for the one before it"),
    CHAINTAG("each waits for the tag of the one before it"),
    SYNC("each submitted when the one before it has ended"),
    TREE("forks and joins of a binary tree, declared before they run"),
    TREEDYN("the same tree, submitted by its tasks while they run"),
    CHOLESKY("the graph of a factorisation in nt x nt tiles, ordered by the tiles"),
    CHOLDEP("the same graph without data, ordered by name"),
    MEMORY("not timed but weighed, in bytes of heap"),
    SWAP("queued while the policy is swapped, again and again");

    private final String description;

    Mode(String description) {
        this.description = description;
    }

    static String help() {
        return Arrays.stream(values())
                .map(mode -> mode + " (" + mode.description + ")")
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the default number of rounds: enough to run about a million tasks, after which the compiler is at rest.
     */
    int usualWarmUps(int tasks) {
        return switch (this) {
            case SWAP -> Math.clamp(1_000_000 / tasks, 5, 1000);
            case TREE, TREEDYN, CHOLESKY, CHOLDEP -> 20;
            default -> 5;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
