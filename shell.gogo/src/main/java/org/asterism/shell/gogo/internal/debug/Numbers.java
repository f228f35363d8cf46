package org.asterism.shell.gogo.internal.debug;

import java.util.List;
import java.util.stream.Collectors;
import org.asterism.spi.application.UsageException;

/** Numbers of breakpoints and stops as they are typed. */
final class Numbers {
    private Numbers() {}

    /** Finds the number that is meant among those that there are. */
    static int of(String typed, String what, List<Integer> present) {
        for (int number : present) {
            if (Integer.toString(number).equals(typed)) {
                return number;
            }
        }
        throw new UsageException("there is no " + what + " '" + typed + "'; there "
                + (present.isEmpty()
                        ? "is none"
                        : (present.size() == 1 ? "is: " : "are: ")
                                + present.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }
}
