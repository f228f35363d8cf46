package org.asterism.report.text;

/** Wrapping of text between words, because a terminal would break within words. */
public final class Wrapped {
    /** Minimum number of columns after the indent. With fewer, lines begin further to the left. */
    private static final int LEAST_ROOM = 30;

    private static final int LITTLE_INDENT = 8;

    private Wrapped() {}

    /**
     * Wraps a text in its own column.
     *
     * @param lead text before it on the first line; further lines begin below its end, if there is room
     * @param text words with blanks between them
     * @param width number of columns of a line; longer words are not broken
     * @return lines, without a line end after the last one
     */
    public static String behind(String lead, String text, int width) {
        int indent = width - lead.length() >= LEAST_ROOM ? lead.length() : Math.min(LITTLE_INDENT, lead.length());
        return lines(lead, text, width, indent);
    }

    /**
     * Wraps a text.
     *
     * @param lead text before it on the first line
     * @param text words with blanks between them
     * @param width number of columns of a line; longer words are not broken
     * @param indent number of blanks before further lines
     * @return lines, without a line end after the last one
     */
    static String lines(String lead, String text, int width, int indent) {
        StringBuilder lines = new StringBuilder(lead);
        int used = lead.length();
        boolean first = true;
        for (String word : text.split(" ", -1)) {
            if (first) {
                lines.append(word);
            } else if (used + 1 + word.length() > width) {
                lines.append('\n').append(" ".repeat(indent)).append(word);
                used = indent - 1;
            } else {
                lines.append(' ').append(word);
            }
            used += word.length() + (first ? 0 : 1);
            first = false;
        }
        return lines.toString();
    }
}
