package org.asterism.policy.modular.internal.language;

/** Characters of names and values in a description. */
final class Words {
    /** Words that cannot be the name of a kind of component. */
    static final String EACH = "each";

    static final String WHERE = "where";
    static final String COMMENT = "--";

    private Words() {}

    /** Whether a character only separates words. This includes blanks that come with text copied from a page. */
    static boolean isBlank(char character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || character == '\uFEFF';
    }

    /** Whether a character may be part of a word, which is a name or a value. */
    static boolean isInWord(char character) {
        return Character.isLetterOrDigit(character) || "-_.+%".indexOf(character) >= 0;
    }

    /** Returns a value as it is written: in quotes if it would be read differently without. */
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
