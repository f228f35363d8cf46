package org.asterism.bench.revisions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * List of the features of a distribution, that is, of everything that users can type. Each feature has a line with its
 * kind, its owner, the name of the part if it is a part, and details. An example is {@code policy dm prefetch (true)}.
 *
 * @param lines the features, in alphabetical order by kind, owner and name
 */
record FeatureList(SortedMap<String, String> lines) {
    /** Number of words that identify a feature. */
    private static final int WORDS = 3;

    /**
     * Differences between two lists.
     *
     * @param lines the removed, added and changed features, a line for each
     * @param removes whether something was removed
     */
    record Differences(List<String> lines, boolean removes) {}

    static FeatureList of(Collection<String> lines) {
        SortedMap<String, String> found = new TreeMap<>();
        for (String line : lines) {
            if (!line.isBlank()) {
                String[] words = line.split(" ", WORDS + 1);
                found.put(String.join(" ", List.of(words).subList(0, Math.min(WORDS, words.length))), line);
            }
        }
        return new FeatureList(found);
    }

    /** Returns the differences from an earlier list. */
    Differences since(FeatureList earlier) {
        List<String> different = new ArrayList<>();
        boolean removes = false;
        TreeSet<String> all = new TreeSet<>(lines.keySet());
        all.addAll(earlier.lines.keySet());
        for (String feature : all) {
            String before = earlier.lines.get(feature);
            String now = lines.get(feature);
            if (now == null) {
                removes = true;
                different.add("removed: " + before);
            } else if (before == null) {
                different.add("added:   " + now);
            } else if (!before.equals(now)) {
                different.add("changed: " + before + " -> "
                        + now.substring(feature.length()).strip());
            }
        }
        return new Differences(different, removes);
    }

    /** The list as a file has it. */
    String text() {
        return lines.values().stream().collect(Collectors.joining("\n", "", "\n"));
    }
}
