package org.asterism.core.internal.observation;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Logging for threads that must not fail. It never throws, even if the log's handler throws, the logged exception
 * cannot describe itself, or memory has run out. Any thread may use it.
 */
public final class SafeLog {
    private SafeLog() {}

    /**
     * Logs what was thrown; if the log refuses that, it goes to the standard error stream.
     *
     * @param what went wrong, in words that a colon and the throwable follow
     */
    public static void log(Logger log, Level level, String what, Throwable thrown) {
        log(log, level, what, "", thrown);
    }

    /**
     * Logs what was thrown, as {@link #log(Logger, Level, String, Throwable)} does.
     *
     * @param what went wrong, in words that the culprit follows
     * @param culprit its name
     */
    public static void log(Logger log, Level level, String what, String culprit, Throwable thrown) {
        try {
            log.log(level, what + culprit + ": " + thrown, thrown);
        } catch (Throwable refused) {
            printInstead(what, culprit, thrown, refused);
        }
    }

    /**
     * Logs a sentence, and what was thrown if that is not null; if the log refuses that, it goes to the standard error
     * stream.
     */
    public static void say(Logger log, Level level, String sentence, Throwable thrown) {
        try {
            log.log(level, sentence, thrown);
        } catch (Throwable refused) {
            printInstead(sentence, "", thrown, refused);
        }
    }

    private static void printInstead(String what, String culprit, Throwable thrown, Throwable refused) {
        try {
            System.err.println(what + culprit + ": " + thrown + " (the log threw " + refused + ")");
        } catch (Throwable nothingWorks) {
            // No output is left for this failure; the caller continues.
        }
    }
}
