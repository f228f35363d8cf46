package org.asterism.itest.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares what a document shows with what a command prints, apart from what differs from run to run and from machine
 * to machine.
 *
 * <ul>
 *   <li>Numbers, with signs and units, are equal to each other, as are footprints and names of hosts in paths.
 *   <li>The width of gaps between words does not matter.
 *   <li>Lines that follow each other and are equal by these rules count as one, since their number is often that of the
 *       workers. So do equal words {@code name=number}, and workers in a list.
 *   <li>In the document, a line {@code ...} stands for any lines, and {@code ...} or {@code …} in a line for any text.
 * </ul>
 */
final class ShownOutput {
    private static final Pattern HOST = Pattern.compile("/(models|bus)/[^/\\s]+");
    private static final Pattern FOOTPRINT = Pattern.compile("\\b(?=[a-f]*[0-9])[0-9a-f]{8}\\b");
    private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z_\\d])[-+±]?\\d+([.,:]\\d+)*([eE][-+]?\\d+)?"
            + "( ?(%|(ns|µs|us|ms|s|min|h|[kKMGT]?i?B)\\b))?");
    private static final Pattern SEVERAL_WORKERS = Pattern.compile("(\\w+-#)(\\.\\.#|(, | … )\\1)+");
    private static final Pattern REPEATED_COUNT = Pattern.compile("(\\S+=#)( \\1)+");
    private static final Pattern ANY_TEXT = Pattern.compile("\\.\\.\\.|…");

    private ShownOutput() {}

    /**
     * The first difference.
     *
     * @param shown the line of the document; empty if the document ends before
     * @param printed what was printed instead; empty if nothing was
     */
    record Difference(Optional<String> shown, Optional<String> printed) {
        @Override
        public String toString() {
            return "    shown:   " + shown.orElse("(no more lines)") + "\n    printed: "
                    + printed.orElse("(no more lines)") + "\n";
        }
    }

    static Optional<Difference> difference(List<String> shown, List<String> printed) {
        List<Line> expected = lines(shown);
        List<Line> actual = lines(printed);
        // reached[j]: the lines of the document so far can stand for the first j that were printed.
        boolean[] reached = new boolean[actual.size() + 1];
        reached[0] = true;
        for (Line line : expected) {
            boolean[] next = new boolean[reached.length];
            for (int count = 0; count < reached.length; count++) {
                next[count] = line.isAnyLines()
                        ? reached[count] || count > 0 && next[count - 1]
                        : count > 0 && reached[count - 1] && line.standsFor(actual.get(count - 1));
            }
            int furthest = last(reached);
            if (last(next) < 0) {
                return Optional.of(new Difference(Optional.of(line.text()), textAt(actual, furthest)));
            }
            reached = next;
        }
        return reached[actual.size()]
                ? Optional.empty()
                : Optional.of(new Difference(Optional.empty(), textAt(actual, last(reached))));
    }

    private static int last(boolean[] reached) {
        int last = reached.length - 1;
        while (last >= 0 && !reached[last]) {
            last--;
        }
        return last;
    }

    private static Optional<String> textAt(List<Line> lines, int at) {
        return at < lines.size() ? Optional.of(lines.get(at).text()) : Optional.empty();
    }

    private static List<Line> lines(List<String> texts) {
        List<Line> lines = new ArrayList<>();
        for (String text : texts) {
            Line line = new Line(text, masked(text));
            if (lines.isEmpty() || !lines.getLast().masked().equals(line.masked())) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static String masked(String text) {
        String masked = HOST.matcher(text).replaceAll("/$1/#");
        masked = FOOTPRINT.matcher(masked).replaceAll("#");
        masked = NUMBER.matcher(masked).replaceAll("#");
        masked = masked.strip().replaceAll("\\s+", " ");
        masked = SEVERAL_WORKERS.matcher(masked).replaceAll("$1");
        return REPEATED_COUNT.matcher(masked).replaceAll("$1");
    }

    private record Line(String text, String masked) {
        boolean isAnyLines() {
            return ANY_TEXT.matcher(masked).matches();
        }

        boolean standsFor(Line printed) {
            if (masked.equals(printed.masked)) {
                return true;
            }
            String any = Arrays.stream(ANY_TEXT.split(masked, -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*"));
            return printed.masked.matches(any);
        }
    }
}
