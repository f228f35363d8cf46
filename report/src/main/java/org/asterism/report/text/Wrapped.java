package org.asterism.report.text;

/** Text in lines that are broken between words, where a terminal would break within them. */
public final class Wrapped {
    /** With fewer columns left behind the indent, lines begin further to the left. */
    private static final int LEAST_ROOM = 30;

    private static final int LITTLE_INDENT = 8;

    private Wrapped() {}

    /**
     * Breaks a text that stands in a column of its own.
     *
     * @param lead what stands before it on the first line; further lines begin below its end, if there is room
     * @param text words with blanks between them
     * @param width columns of a line; longer words stay whole
     * @return lines, without an end of line after the last
     */
    public static String behind(String lead, String text, int width) {
        int indent = width - lead.length() >= LEAST_ROOM ? lead.length() : Math.min(LITTLE_INDENT, lead.length());
        return lines(lead, text, width, indent);
    }

    /**
     * Breaks a text.
     *
     * @param lead as above
     * @param text as above
     * @param width as above
     * @param indent how many blanks are before further lines
     * @return as above
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
