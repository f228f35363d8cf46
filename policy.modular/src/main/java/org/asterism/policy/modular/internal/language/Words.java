package org.asterism.policy.modular.internal.language;

/** What names and values in a description are made of. */
final class Words {
    /** Words that a kind of component cannot have as its name. */
    static final String EACH = "each";

    static final String WHERE = "where";
    static final String COMMENT = "--";

    private Words() {}

    /** Whether a character means nothing but a gap: also one that came along when text was copied from a page. */
    static boolean isBlank(char character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || character == '\uFEFF';
    }

    /** Whether a character can be in a word, be it a name or a value. */
    static boolean isInWord(char character) {
        return Character.isLetterOrDigit(character) || "-_.+%".indexOf(character) >= 0;
    }

    /** A value as it is written: quoted where it would be read as something else. */
    static String written(String value) {
        boolean bare = !value.isEmpty()
                && value.chars().allMatch(character -> isInWord((char) character))
                && !value.contains(COMMENT);
        return bare ? value : quoted(value);
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
