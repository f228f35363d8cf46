package org.asterism.report.text;

/**
 * Escaping of control characters, so that a text cannot move the cursor, change colours or break lines of a terminal.
 */
public final class Escaped {
    private Escaped() {}

    /**
     * Replaces control characters by Java's escape sequences.
     *
     * @param text text from a user, a file or another bundle
     * @return the text in one line of printable characters, such as {@code } and {@code \u001b}
     */
    public static String of(String text) {
        if (text.chars().noneMatch(Escaped::isControl)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(character -> {
            if (!isControl(character)) {
                escaped.append((char) character);
                return;
            }
            switch (character) {
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> escaped.append(String.format("\\u%04x", character));
            }
        });
        return escaped.toString();
    }

    /** Whether a character is a control character, a line separator, or reverses the direction of writing. */
    private static boolean isControl(int character) {
        return Character.isISOControl(character)
                || character == '\u2028'
                || character == '\u2029'
                || character >= '\u202a' && character <= '\u202e'
                || character >= '\u2066' && character <= '\u2069';
    }
}
