package org.asterism.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Recent rate of ended tasks, and the remaining time at this rate. Used by one thread at a time. */
final class ProgressRate {
    /** Age from which counts are ignored, because the rate of many runs changes between phases. */
    private static final long WINDOW_NANOS = 5_000_000_000L;

    /** Minimum time for a rate. Earlier values would describe the start rather than the run. */
    private static final long LEAST_NANOS = 500_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long SECONDS_PER_HOUR = 3600;

    private record Count(long nanoTime, long ended) {}

    private final Deque<Count> counts = new ArrayDeque<>();

    /** Records the number of tasks that have ended. */
    void count(long nanoTime, long ended) {
        counts.addLast(new Count(nanoTime, ended));
        while (nanoTime - counts.getFirst().nanoTime() > WINDOW_NANOS) {
            counts.removeFirst();
        }
    }

    /** Returns rate and remaining time, such as {@code ", 37 tasks/s, 1:05 left"}; empty while both are unknown. */
    String text(long left) {
        if (counts.isEmpty()) {
            return "";
        }
        Count first = counts.getFirst();
        Count last = counts.getLast();
        long time = last.nanoTime() - first.nanoTime();
        long ended = last.ended() - first.ended();
        if (time < LEAST_NANOS || ended <= 0) {
            return "";
        }
        double perSecond = ended * NANOS_PER_SECOND / time;
        return String.format(Locale.ROOT, perSecond < 10 ? ", %.1f tasks/s, " : ", %.0f tasks/s, ", perSecond)
                + duration(Math.round(left / perSecond)) + " left";
    }

    private static String duration(long seconds) {
        if (seconds < SECONDS_PER_MINUTE) {
            return seconds + " s";
        }
        long minutes = seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE;
        return seconds < SECONDS_PER_HOUR
                ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % SECONDS_PER_MINUTE)
                : String.format(
                        Locale.ROOT, "%d:%02d:%02d", seconds / SECONDS_PER_HOUR, minutes, seconds % SECONDS_PER_MINUTE);
    }
}
