package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** All mistakes in a file. */
final class Problems {
    /** More of them make a line that nobody reads, and many are consequences of the first. */
    private static final int MOST_TOLD = 3;

    private static final int MOST_NAMES = 20;
    private static final int LONGEST = 200;

    private final String file;
    private final List<String> found = new ArrayList<>();
    private final int mostTold;
    private int untold;

    Problems(String file) {
        this(file, MOST_TOLD);
    }

    /** Tells so many of them at most. */
    Problems(String file, int mostTold) {
        this.file = file;
        this.mostTold = mostTold;
    }

    String file() {
        return file;
    }

    /** Notes what is wrong at a place. */
    void add(String path, String reason) {
        String problem = path + ": " + reason;
        if (found.contains(problem)) {
            return; // a place may be read more than once
        }
        if (found.size() < mostTold) {
            found.add(problem);
        } else {
            untold++;
        }
    }

    /** Returns the refusal of a file as a whole. */
    static IllegalArgumentException refusal(String file, String reason) {
        return new IllegalArgumentException("machine file " + file + ": " + reason);
    }

    /** Something that a file says, in a form that fits into a message: without line ends, and not too long. */
    static String onOneLine(String said) {
        String visible = said.replaceAll("\\p{Cntrl}", "?");
        return visible.length() > LONGEST ? visible.substring(0, LONGEST) + "..." : visible;
    }

    /** Names that are allowed at a place; of many only the first ones. */
    static String names(Collection<String> allowed) {
        String first = allowed.stream().sorted().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return allowed.size() > MOST_NAMES ? first + " and " + (allowed.size() - MOST_NAMES) + " more" : first;
    }

    /**
     * Ends the reading.
     *
     * @throws IllegalArgumentException if anything is wrong; it says the first of it
     */
    void throwIfAny() {
        if (found.isEmpty()) {
            return;
        }
        if (found.size() == 1) {
            throw refusal(file, found.getFirst());
        }
        // The semicolons keep them apart where a message is shown on one line.
        String separator = ";" + System.lineSeparator() + "  ";
        throw refusal(
                file,
                found.size() + untold + " things are wrong:" + System.lineSeparator() + "  "
                        + String.join(separator, found)
                        + (untold > 0 ? separator + "and " + untold + " more" : ""));
    }
}
