package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.profile.IterationProfile;

/** The sums of the last iterations, in the order of their first tasks. Any thread. */
final class Iterations {
    private static final int MOST = 1000;

    private final Map<List<Long>, IterationTally> tallies = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Long>, IterationTally> eldest) {
            return size() > MOST;
        }
    };

    /** The sums of an iteration, made if there are none yet. */
    synchronized IterationTally of(List<Long> numbers) {
        IterationTally known = tallies.get(numbers);
        if (known != null) {
            return known;
        }
        IterationTally outer = numbers.size() == 1 ? null : of(numbers.subList(0, numbers.size() - 1));
        IterationTally added = new IterationTally(List.copyOf(numbers), outer);
        tallies.put(added.numbers(), added);
        return added;
    }

    List<IterationProfile> profiles() {
        List<IterationTally> all;
        synchronized (this) {
            all = new ArrayList<>(tallies.values());
        }
        return all.stream().map(IterationTally::profile).toList();
    }

    synchronized void reset() {
        tallies.clear();
    }
}
