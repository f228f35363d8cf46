package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All that is wrong with a file. */
final class Problems {
    private static final int MOST_TOLD = 50;

    private final String file;
    private final List<String> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    /** Notes what is wrong at a place. */
    void add(String path, String reason) {
        found.add(path + ": " + reason);
    }

    /** What is wrong with a file as a whole. */
    static IllegalArgumentException refusal(String file, String reason) {
        return new IllegalArgumentException("machine file " + file + ": " + reason);
    }

    /**
     * Ends the reading.
     *
     * @throws IllegalArgumentException if anything is wrong; it says all of it
     */
    void throwIfAny() {
        if (found.isEmpty()) {
            return;
        }
        if (found.size() == 1) {
            throw refusal(file, found.getFirst());
        }
        StringBuilder message = new StringBuilder(found.size() + " things are wrong:");
        // The semicolons keep them apart where a message is shown on one line.
        message.append(System.lineSeparator()).append("  ");
        message.append(
                found.stream().limit(MOST_TOLD).collect(Collectors.joining(";" + System.lineSeparator() + "  ")));
        if (found.size() > MOST_TOLD) {
            message.append(';')
                    .append(System.lineSeparator())
                    .append("  and ")
                    .append(found.size() - MOST_TOLD)
                    .append(" more");
        }
        throw refusal(file, message.toString());
    }
}
