package org.asterism.shell.gogo.internal.trace;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.spi.application.UsageException;

/** How long a recording keeps events, as users write it: {@code 500ms}, {@code 10s}, {@code 5min} or {@code 1h}. */
final class KeptTime {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})(ms|s|min|h)");

    private KeptTime() {}

    static Duration parse(String typed) {
        Matcher matcher = WRITTEN.matcher(typed);
        long number = matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        if (number == 0) {
            throw new UsageException(
                    "option '--last' is '" + typed + "'; give a number above 0 with ms, s, min or h, such as 10s");
        }
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "min" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    /** Writes a time in its largest whole unit. */
    static String text(Duration time) {
        long millis = time.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        return time.toSeconds() % 60 != 0 ? time.toSeconds() + "s" : time.toMinutes() + "min";
    }
}
