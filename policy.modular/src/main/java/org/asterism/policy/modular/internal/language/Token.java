package org.asterism.policy.modular.internal.language;

import org.asterism.api.tree.TreeDescriptionException;

/**
 * Smallest meaningful piece of a description.
 *
 * @param kind kind of token
 * @param text its text, without quotes
 * @param line line of its first character, from 1
 * @param column column of its first character, from 1
 * @param offset offset of its first character in the text
 */
record Token(Kind kind, String text, int line, int column, int offset) {
    enum Kind {
        /** A name, or a value without quotes. */
        WORD,
        QUOTED,
        /** A character of the grammar. */
        SYMBOL,
        /** A character that the grammar does not have. */
        UNKNOWN,
        END
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    boolean isEnd() {
        return kind == Kind.END;
    }

    /** Returns the token as messages show it. */
    String shown() {
        return switch (kind) {
            case END -> "the end of the description";
            case QUOTED -> "the text \"" + text + '"';
            case UNKNOWN -> {
                int character = text.codePointAt(0);
                boolean visible = Character.isDefined(character)
                        && !Character.isISOControl(character)
                        && Character.getType(character) != Character.FORMAT;
                yield visible ? "'" + text + "'" : "the character U+%04X".formatted(character);
            }
            default -> "'" + text + "'";
        };
    }

    String place() {
        return "line " + line + ", column " + column;
    }

    TreeDescriptionException flaw(String message) {
        return new TreeDescriptionException(line, column, message);
    }
}
