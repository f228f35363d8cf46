package org.asterism.shell.gogo.internal.trace;

import java.time.Duration;

/** How long a recording keeps events, as users write it: {@code 500ms}, {@code 10s} or {@code 5min}. */
final class KeptTime {
    private KeptTime() {}

    /** Writes a time in its largest whole unit. */
    static String text(Duration time) {
        long millis = time.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        return time.toSeconds() % 60 != 0 ? time.toSeconds() + "s" : time.toMinutes() + "min";
    }
}
