package org.asterism.policy.modular.internal.language;

/**
 * Syntax check of OSGi filters, such as {@code (arch=cuda)}, {@code (&(arch=cpu)(!(numa.node=0)))}.
 *
 * <p>Source: OSGi Core, release 8, section 3.2.7 "Filter Syntax".
 */
final class FilterSyntax {
    private static final int DEEPEST = 64;
    private static final String OPERATORS = "=~<>";

    private final String text;
    private final Blame blame;
    private int at;

    /** Factory of exceptions for an error at an offset. */
    interface Blame {
        IllegalArgumentException flaw(int offset, String message);
    }

    private FilterSyntax(String text, int at, Blame blame) {
        this.text = text;
        this.at = at;
        this.blame = blame;
    }

    /**
     * Checks the filter that begins at an offset.
     *
     * @return offset after the filter
     */
    static int check(String text, int offset, Blame blame) {
        FilterSyntax syntax = new FilterSyntax(text, offset, blame);
        syntax.filter(0);
        return syntax.at;
    }

    /** Checks a text that must be a single filter or empty. */
    static void check(String filter) {
        if (filter.isEmpty()) {
            return;
        }
        Blame blame = (offset, message) -> new IllegalArgumentException("filter '" + filter + "': " + message);
        int end = check(filter, 0, blame);
        if (end < filter.length()) {
            throw blame.flaw(end, "found '" + filter.substring(end) + "' behind the filter; there could stand nothing");
        }
    }

    private void filter(int depth) {
        if (depth > DEEPEST) {
            throw blame.flaw(at, "the filter is nested more than " + DEEPEST + " deep");
        }
        int start = at;
        skipBlanks();
        expect('(', start, "'(' of a filter");
        skipBlanks();
        switch (current(start)) {
            case '&', '|' -> {
                at++;
                do {
                    filter(depth + 1);
                    skipBlanks();
                } while (current(start) == '(');
            }
            case '!' -> {
                at++;
                filter(depth + 1);
                skipBlanks();
            }
            default -> comparison(start);
        }
        expect(')', start, "')', which closes the filter");
    }

    private void comparison(int start) {
        int name = at;
        while (OPERATORS.indexOf(current(start)) < 0) {
            if ("()".indexOf(text.charAt(at)) >= 0) {
                throw blame.flaw(
                        at,
                        "found '" + text.charAt(at)
                                + "' in a filter; there could stand '=', '~=', '>=' or '<=' and a value: (arch=cuda)");
            }
            at++;
        }
        if (text.substring(name, at).isBlank()) {
            throw blame.flaw(at, "the filter names no property in front of '" + text.charAt(at) + "': (arch=cuda)");
        }
        if (text.charAt(at++) != '=') {
            expect('=', start, "'=' of '" + text.charAt(at - 1) + "='");
            if (current(start) == ')') {
                throw blame.flaw(at, "found ')' in a filter; there could stand a value: (numa.node>=1)");
            }
        }
        while (current(start) != ')') {
            if (text.charAt(at) == '(') {
                throw blame.flaw(at, "found '(' in a value of a filter; there could stand ')' or '\\('");
            }
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
    }

    private char current(int start) {
        if (at >= text.length()) {
            throw blame.flaw(start, "the '(' here, which begins a filter, is not closed");
        }
        return text.charAt(at);
    }

    private void expect(char wanted, int start, String what) {
        if (current(start) != wanted) {
            throw blame.flaw(at, "found '" + text.charAt(at) + "' in a filter; there could stand " + what);
        }
        at++;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
