package org.asterism.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads selections of workers in the notation of configuration and commands. */
final class SelectionText {
    private static final Pattern SHARE = Pattern.compile("(\\d{1,9})\\s*/\\s*(\\d{1,9})\\s+of\\s+(\\S+)");

    private static final Pattern RANGE = Pattern.compile("(.*\\D)?(\\d{1,9})\\.\\.(\\d{1,9})");

    /** More than any machine has. */
    private static final int LONGEST_RANGE = 100_000;

    private SelectionText() {}

    static WorkerSelection read(String given) {
        String text = given.strip();
        if (text.equals("all")) {
            return WorkerSelection.all();
        }
        if (text.equals("none")) {
            return WorkerSelection.none();
        }
        if (text.startsWith("(")) {
            return WorkerSelection.matching(text);
        }
        Matcher share = SHARE.matcher(text);
        if (share.matches()) {
            return new WorkerSelection.Share(
                    Integer.parseInt(share.group(1)), Integer.parseInt(share.group(2)), share.group(3));
        }
        return new WorkerSelection.Named(names(text));
    }

    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (name.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
                throw new IllegalArgumentException("'" + text + "' selects no workers: give all, none,"
                        + " a filter such as (arch=cpu), names such as cpu-0,cpu-1 or cpu-0..3, or a share "
                        + "such as 1/2 of package:0");
            }
            Matcher range = RANGE.matcher(name);
            if (range.matches()) {
                addRange(name, range, names);
            } else {
                names.add(name);
            }
        }
        return names;
    }

    private static void addRange(String text, Matcher range, List<String> names) {
        String prefix = range.group(1) == null ? "" : range.group(1);
        int first = Integer.parseInt(range.group(2));
        int last = Integer.parseInt(range.group(3));
        if (first > last || last - first >= LONGEST_RANGE) {
            throw new IllegalArgumentException(
                    "'" + text + "' selects no workers: give the lesser number first, and no more than " + LONGEST_RANGE
                            + " workers, such as cpu-0..3");
        }
        for (int number = first; number <= last; number++) {
            names.add(prefix + number);
        }
    }
}
