package org.asterism.report.text;

/** Text whose control characters cannot move the cursor, change colours or break lines of a terminal. */
public final class Escaped {
    private Escaped() {}

    /**
     * Writes control characters as Java does.
     *
     * @param text from elsewhere: typed, or read from a file or another bundle
     * @return the same in one line of printable characters, such as {@code \n} and {@code \u001b}
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

    /** Controls, separators of lines, and what reverses the direction of writing. */
    private static boolean isControl(int character) {
        return Character.isISOControl(character)
                || character == '\u2028'
                || character == '\u2029'
                || character >= '\u202a' && character <= '\u202e'
                || character >= '\u2066' && character <= '\u2069';
    }
}
