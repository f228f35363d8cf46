package org.asterism.report.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Suggests existing names for a name that does not exist. */
public final class NearestNames {
    private static final int MOST_SUGGESTIONS = 3;

    /** Longer lists of names are cut to this many, because they would fill the screen. */
    private static final int MOST_LISTED = 8;

    /** From this length on, a beginning or another part of a name counts as a slip for it. */
    private static final int SHORTEST_PART = 3;

    private NearestNames() {}

    /**
     * The end of a message about an unknown name: what the user may have meant, and a short list of what there is.
     *
     * @param typed the unknown name
     * @param names the existing names, at least one
     * @param remedy what lists all of them, such as {@code asterism:policies}
     * @return half a sentence
     */
    public static String instead(String typed, Collection<String> names, String remedy) {
        List<String> near = near(typed, names);
        String question = near.isEmpty() ? "" : "did you mean " + question(near) + "? ";
        List<String> all = names.stream().distinct().toList();
        if (all.size() <= MOST_LISTED) {
            return question + (all.size() == 1 ? "there is: " : "there are: ") + String.join(", ", all);
        }
        if (near.isEmpty()) {
            return "there are " + all.size() + ", such as " + String.join(", ", all.subList(0, MOST_LISTED)) + "; "
                    + remedy + " lists them";
        }
        return question + remedy + " lists all " + all.size();
    }

    /**
     * The names that differ little from what was typed.
     *
     * @param typed the unknown name
     * @param names the existing names
     * @return the nearest first, at most three
     */
    public static List<String> near(String typed, Collection<String> names) {
        String wanted = compared(typed);
        return names.stream()
                .distinct()
                .filter(name -> isNear(wanted, compared(name)))
                .sorted(Comparator.comparingInt((String name) -> distance(wanted, compared(name)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_SUGGESTIONS)
                .toList();
    }

    /** All options begin alike. */
    private static String compared(String name) {
        return name.toLowerCase(Locale.ROOT).replaceFirst("^-+", "");
    }

    private static boolean isNear(String wanted, String name) {
        if (wanted.length() >= SHORTEST_PART && name.contains(wanted)
                || name.length() >= SHORTEST_PART && wanted.contains(name)) {
            return true;
        }
        // One slip in three letters; a name of one or two letters shares too little with what is that far away.
        int allowed = Math.min(3, Math.max(wanted.length(), name.length()) / 3);
        return Math.abs(wanted.length() - name.length()) <= allowed && distance(wanted, name) <= allowed;
    }

    private static String question(List<String> near) {
        return near.stream().map(name -> "'" + name + "'").collect(Collectors.joining(" or "));
    }

    /**
     * How many letters were forgotten, added, changed or swapped with their neighbour: the restricted edit distance of
     * Damerau.
     */
    private static int distance(String one, String other) {
        int[][] cost = new int[one.length() + 1][other.length() + 1];
        for (int left = 0; left <= one.length(); left++) {
            for (int right = 0; right <= other.length(); right++) {
                if (left == 0 || right == 0) {
                    cost[left][right] = left + right;
                    continue;
                }
                boolean equal = one.charAt(left - 1) == other.charAt(right - 1);
                int best = Math.min(cost[left - 1][right], cost[left][right - 1]) + 1;
                best = Math.min(best, cost[left - 1][right - 1] + (equal ? 0 : 1));
                boolean swapped = left > 1
                        && right > 1
                        && one.charAt(left - 1) == other.charAt(right - 2)
                        && one.charAt(left - 2) == other.charAt(right - 1);
                cost[left][right] = swapped ? Math.min(best, cost[left - 2][right - 2] + 1) : best;
            }
        }
        return cost[one.length()][other.length()];
    }
}
