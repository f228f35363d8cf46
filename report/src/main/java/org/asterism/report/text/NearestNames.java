package org.asterism.report.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Suggestions of existing names for an unknown name. */
public final class NearestNames {
    private static final int MOST_SUGGESTIONS = 3;

    /** Maximum length of a list of names; longer lists would fill the screen. */
    private static final int MOST_LISTED = 8;

    /** Minimum length from which a beginning or another part of a name is suggested. */
    private static final int SHORTEST_PART = 3;

    private NearestNames() {}

    /**
     * Returns the end of a message about an unknown name: likely names, and a short list of existing ones.
     *
     * @param typed the unknown name
     * @param names the existing names, at least one
     * @param remedy command that lists all names, such as {@code asterism:policies}
     * @return part of a sentence
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
     * Returns the names that are similar to the typed one.
     *
     * @param typed the unknown name
     * @param names the existing names
     * @return at most three names, the most similar first
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

    /** Removes the dashes with which all options begin. */
    private static String compared(String name) {
        return name.toLowerCase(Locale.ROOT).replaceFirst("^-+", "");
    }

    private static boolean isNear(String wanted, String name) {
        if (wanted.length() >= SHORTEST_PART && name.contains(wanted)
                || name.length() >= SHORTEST_PART && wanted.contains(name)) {
            return true;
        }
        // One error per three letters. A name of one or two letters has too little in common with others.
        int allowed = Math.min(3, Math.max(wanted.length(), name.length()) / 3);
        return Math.abs(wanted.length() - name.length()) <= allowed && distance(wanted, name) <= allowed;
    }

    private static String question(List<String> near) {
        return near.stream().map(name -> "'" + name + "'").collect(Collectors.joining(" or "));
    }

    /**
     * Returns how many letters are missing, added, changed or swapped with their neighbour: the restricted edit
     * distance of Damerau.
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
