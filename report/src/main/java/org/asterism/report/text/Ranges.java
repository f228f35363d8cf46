package org.asterism.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Short form of names that end in numbers, such as those of workers: {@code cpu-0..3, cpu-7}. */
public final class Ranges {
    private static final Pattern NUMBERED = Pattern.compile("(.*[^0-9])?(0|[1-9][0-9]{0,8})");

    private record Run(String prefix, int first, int last) {
        @Override
        public String toString() {
            return prefix + first + (last > first ? ".." + last : "");
        }
    }

    private Ranges() {}

    /**
     * Combines consecutive names.
     *
     * @param names names, in the order of the text
     * @return text; empty without names
     */
    public static String of(List<String> names) {
        List<Object> parts = new ArrayList<>();
        for (String name : names) {
            Matcher numbered = NUMBERED.matcher(name);
            if (!numbered.matches()) {
                parts.add(name);
                continue;
            }
            String prefix = numbered.group(1) == null ? "" : numbered.group(1);
            int number = Integer.parseInt(numbered.group(2));
            if (!parts.isEmpty()
                    && parts.getLast() instanceof Run run
                    && run.prefix().equals(prefix)
                    && number == run.last() + 1) {
                parts.set(parts.size() - 1, new Run(run.prefix(), run.first(), number));
            } else {
                parts.add(new Run(prefix, number, number));
            }
        }
        return String.join(", ", parts.stream().map(Object::toString).toList());
    }

    /**
     * Returns the number of names and the names.
     *
     * @param names names, in the order of the text
     * @return text such as {@code 4: cpu-0..3}; {@code none} without names
     */
    public static String counted(List<String> names) {
        return names.isEmpty() ? "none" : names.size() + ": " + of(names);
    }

    /**
     * Returns the number of workers and their names, for a sentence.
     *
     * @param names names of workers, in the order of the text
     * @return text such as {@code 4 workers: cpu-0..3}, {@code 1 worker: cpu-0} or {@code no workers}
     */
    public static String workers(List<String> names) {
        return switch (names.size()) {
            case 0 -> "no workers";
            case 1 -> "1 worker: " + names.getFirst();
            default -> names.size() + " workers: " + of(names);
        };
    }
}
