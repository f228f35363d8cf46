package org.asterism.api.tree;

import java.time.Duration;
import java.util.Set;

/** What names and values in a description are made of. */
final class Words {
    /** Words that a kind of component cannot have as its name. */
    static final String EACH = "each";

    static final String WHERE = "where";
    static final String COMMENT = "--";

    private static final Set<String> RESERVED = Set.of(EACH, WHERE);

    private Words() {}

    /** Whether a character means nothing but a gap: also one that came along when text was copied from a page. */
    static boolean isBlank(char character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || character == '\uFEFF';
    }

    /** Whether a character can be in a word, be it a name or a value. */
    static boolean isInWord(char character) {
        return isInName(character) || character == '+' || character == '%';
    }

    private static boolean isInName(char character) {
        return Character.isLetterOrDigit(character) || character == '_' || character == '.' || character == '-';
    }

    /** Whether a text can name a component in a tree, a branch, a parameter or a part. */
    static boolean isName(String text) {
        return !text.isEmpty()
                && Character.isLetterOrDigit(text.charAt(0))
                && text.chars().allMatch(character -> isInName((char) character))
                && !text.contains(COMMENT);
    }

    /** Whether a text can name a kind of component. */
    static boolean isKind(String text) {
        return isName(text) && Character.isLetter(text.charAt(0)) && !RESERVED.contains(text);
    }

    /** Refuses what is no name. */
    static void requireName(String what, String text) {
        if (!isName(text)) {
            throw new IllegalArgumentException(what + " '" + text
                    + "' cannot be written down: it must begin with a letter or digit, and have only these, '-', '_' and '.'"
                    + " in it, and no '--'");
        }
    }

    /** A value as it is written: quoted where it would be read as something else. */
    static String written(String value) {
        boolean bare = !value.isEmpty()
                && value.chars().allMatch(character -> isInWord((char) character))
                && !value.contains(COMMENT);
        return bare ? value : quoted(value);
    }

    /** A duration in the largest unit that needs no fraction. */
    static String written(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos % 1_000_000_000 == 0) {
            return nanos / 1_000_000_000 + "s";
        }
        if (nanos % 1_000_000 == 0) {
            return nanos / 1_000_000 + "ms";
        }
        return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos + "ns";
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char character : value.toCharArray()) {
            switch (character) {
                case '"', '\\' -> quoted.append('\\').append(character);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> quoted.append(character);
            }
        }
        return quoted.append('"').toString();
    }
}
