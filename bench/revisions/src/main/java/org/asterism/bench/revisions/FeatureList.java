package org.asterism.bench.revisions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What users can type for a distribution, a line for each feature: its kind, its owner, for a part its name, and
 * details behind them, such as {@code policy dm prefetch (true)}.
 *
 * @param lines by kind, owner and name, in alphabetical order
 */
record FeatureList(SortedMap<String, String> lines) {
    /** How many words identify a feature. */
    private static final int WORDS = 3;

    /**
     * Differences between two lists.
     *
     * @param lines what was removed, added and changed, a line for each
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

    /** What is different from an earlier list. */
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
