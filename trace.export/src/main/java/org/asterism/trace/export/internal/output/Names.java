package org.asterism.trace.export.internal.output;

/** Names in the notations of text formats. */
public final class Names {
    private static final int FIRST_PRINTABLE = 0x20;

    private Names() {}

    /**
     * Returns a name without control characters: a line break would end a record.
     *
     * @param name any text
     * @return the name with a blank instead of each control character
     */
    public static String onOneLine(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < FIRST_PRINTABLE) {
                StringBuilder plain = new StringBuilder(name);
                for (int j = i; j < name.length(); j++) {
                    if (name.charAt(j) < FIRST_PRINTABLE) {
                        plain.setCharAt(j, ' ');
                    }
                }
                return plain.toString();
            }
        }
        return name;
    }

    /**
     * Returns a name in double quotes, with backslashes before quotes and backslashes.
     *
     * @param name any text
     * @return the quoted name, on one line
     */
    public static String quoted(String name) {
        return '"' + onOneLine(name).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
