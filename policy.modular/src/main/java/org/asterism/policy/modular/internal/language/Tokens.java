package org.asterism.policy.modular.internal.language;

import org.asterism.api.tree.TreeDescriptionException;

/** Tokenizer of a description, with one token of lookahead. */
final class Tokens {
    private static final String SYMBOLS = "/()[],:=#@";

    private final String text;
    private int offset;
    private int line = 1;
    private int lineStart;
    private Token behind;
    private Token ahead;

    Tokens(String text) {
        this.text = text;
        this.ahead = cut();
    }

    /** Returns the next token without taking it. */
    Token peek() {
        return ahead;
    }

    /** Returns the token that was taken last, or null if there is none. */
    Token behind() {
        return behind;
    }

    Token next() {
        behind = ahead;
        ahead = cut();
        return behind;
    }

    /**
     * Takes the text of a filter up to the closing parenthesis. The next token must be the opening one.
     *
     * @return the filter with its parentheses
     */
    String filter() {
        offset = ahead.offset();
        line = ahead.line();
        lineStart = offset - ahead.column() + 1;
        int end = FilterSyntax.check(text, offset, this::flaw);
        String filter = text.substring(offset, end);
        behind = token(Token.Kind.UNKNOWN, filter, offset);
        advance(end);
        ahead = cut();
        return filter;
    }

    private TreeDescriptionException flaw(int where, String message) {
        advance(where);
        return here().flaw(message);
    }

    private Token here() {
        return token(Token.Kind.UNKNOWN, "", offset);
    }

    private Token cut() {
        Token end = token(Token.Kind.END, "", offset);
        skipBlanks();
        if (offset == text.length()) {
            return end; // directly after the last token, not after the blanks that follow
        }
        char first = text.charAt(offset);
        if (first == '"') {
            return quoted();
        }
        if (text.startsWith("->", offset)) {
            return take(Token.Kind.UNKNOWN, offset + 2);
        }
        if (SYMBOLS.indexOf(first) >= 0) {
            return take(Token.Kind.SYMBOL, offset + 1);
        }
        int last = offset;
        while (last < text.length() && Words.isInWord(text.charAt(last)) && !text.startsWith(Words.COMMENT, last)) {
            last++;
        }
        return last > offset
                ? take(Token.Kind.WORD, last)
                : take(Token.Kind.UNKNOWN, text.offsetByCodePoints(offset, 1));
    }

    private void skipBlanks() {
        while (offset < text.length()) {
            if (text.startsWith(Words.COMMENT, offset)) {
                int end = text.indexOf('\n', offset);
                advance(end < 0 ? text.length() : end);
            } else if (Words.isBlank(text.charAt(offset))) {
                advance(offset + 1);
            } else {
                return;
            }
        }
    }

    private Token quoted() {
        Token start = here();
        StringBuilder content = new StringBuilder();
        int at = offset + 1;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            char character = text.charAt(at++);
            if (character == '\\') {
                if (at == text.length()) {
                    break;
                }
                character = unescaped(at++);
            }
            content.append(character);
        }
        if (at >= text.length() || text.charAt(at) != '"') {
            throw start.flaw("the '\"' here is not closed in its line; a line break within quotes is written '\\n'");
        }
        advance(at + 1);
        return new Token(Token.Kind.QUOTED, content.toString(), start.line(), start.column(), start.offset());
    }

    private char unescaped(int at) {
        return switch (text.charAt(at)) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '"' -> '"';
            case '\\' -> '\\';
            default ->
                throw flaw(
                        at - 1,
                        "found '\\" + text.charAt(at) + "' within quotes; there could stand \\\" \\\\ \\n \\r or \\t");
        };
    }

    private Token take(Token.Kind kind, int end) {
        Token token = token(kind, text.substring(offset, end), offset);
        advance(end);
        return token;
    }

    private Token token(Token.Kind kind, String content, int start) {
        return new Token(kind, content, line, start - lineStart + 1, start);
    }

    private void advance(int end) {
        for (; offset < end; offset++) {
            if (text.charAt(offset) == '\n') {
                line++;
                lineStart = offset + 1;
            }
        }
    }
}
