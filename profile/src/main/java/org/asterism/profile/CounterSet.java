package org.asterism.profile;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Counters of one scope that somebody wants to know.
 *
 * @param scope what they count for
 * @param names the workers or codelets that are meant; empty for all
 * @param counters which counters, at least one
 */
public record CounterSet(CounterScope scope, Set<String> names, Set<Counter> counters) {
    /** Copies the sets, and checks that the scope has the counters. */
    public CounterSet {
        names = Set.copyOf(names);
        counters = Set.copyOf(counters);
        List<Counter> possible = Arrays.stream(Counter.values())
                .filter(counter -> counter.scopes().contains(scope))
                .toList();
        if (counters.isEmpty()) {
            throw new IllegalArgumentException("a set of counters is empty: give some of " + possible);
        }
        for (Counter counter : counters) {
            if (!possible.contains(counter)) {
                throw new IllegalArgumentException(
                        "there is no counter " + counter + " of scope " + scope + ": give some of " + possible);
            }
        }
        if (scope == CounterScope.RUNTIME && !names.isEmpty()) {
            throw new IllegalArgumentException(
                    "counters of scope RUNTIME have no names, but " + names + " are given: leave them out");
        }
    }

    /**
     * Chooses counters of the runtime, or of all workers or codelets.
     *
     * @param scope what they count for
     * @param counters which; none for all that the scope has
     * @return a set
     */
    public static CounterSet of(CounterScope scope, Counter... counters) {
        Set<Counter> chosen = EnumSet.noneOf(Counter.class);
        chosen.addAll(List.of(counters));
        if (chosen.isEmpty()) {
            Arrays.stream(Counter.values())
                    .filter(counter -> counter.scopes().contains(scope))
                    .forEach(chosen::add);
        }
        return new CounterSet(scope, Set.of(), chosen);
    }

    /**
     * Chooses the same counters of some workers or codelets only.
     *
     * @param chosen the names
     * @return another set
     */
    public CounterSet named(String... chosen) {
        return new CounterSet(scope, Set.of(chosen), counters);
    }
}
