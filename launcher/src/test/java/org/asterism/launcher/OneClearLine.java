package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;

/** What a user can expect of an error: one line that names the culprit, and nothing that only developers understand. */
final class OneClearLine {
    /** About six lines of a terminal; names of files, which may be of any length, not counted. */
    private static final int LONGEST = 480;

    private static final Pattern CLASS = Pattern.compile("\\b(?:java|javax|jdk|sun|com|org)\\.(?:\\w+\\.)*[A-Z]\\w*");

    /** What stands before everything that is logged: the name of the logger, by which it can be configured. */
    private static final Pattern LOGGED = Pattern.compile("^(?:error|warning): [\\w.]+: ");

    private OneClearLine() {}

    /** Checks what came of an input. */
    static void require(BadInput row, String folder, Finished finished) {
        var all = finished.err();
        assertAll(
                row.place() + ": " + row.input() + "\n said: " + all,
                () -> assertEquals("", finished.out(), "standard output"),
                () -> assertEquals(row.status(), finished.status(), "exit status"),
                () -> require(row, folder, all));
    }

    private static void require(BadInput row, String folder, String all) {
        var line = LOGGED.matcher(all.stripTrailing()).replaceFirst("");
        assertAll(
                () -> assertEquals(1, all.lines().count(), "lines"),
                () -> assertTrue(names(line, row.culprit()), "names " + row.culprit()),
                () -> assertTrue(line.contains(row.part()), "says " + row.part()),
                () -> assertFalse(line.contains("Exception") || line.contains("\tat "), "exceptions"),
                () -> assertFalse(CLASS.matcher(line).find(), "names of classes"),
                () -> assertFalse(line.matches(".*(\\bnull|[:;,])"), "ends in nothing"),
                () -> assertFalse(line.chars().anyMatch(Character::isISOControl), "control characters"),
                () -> assertTrue(line.replace(folder, "").length() <= LONGEST, "length " + line.length()));
    }

    /** Whether the culprit is there as a word: an x in another word says nothing. */
    private static boolean names(String line, String culprit) {
        return Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(culprit) + "(?![A-Za-z0-9])")
                .matcher(line)
                .find();
    }
}
