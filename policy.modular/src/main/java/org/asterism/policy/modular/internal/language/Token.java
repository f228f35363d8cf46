package org.asterism.policy.modular.internal.language;

import org.asterism.api.tree.TreeDescriptionException;

/**
 * The smallest piece of a description that means something.
 *
 * @param kind what it is
 * @param text what it says: a quoted text without its quotes
 * @param line where it begins, from 1
 * @param column in its line, from 1
 * @param offset in the text
 */
record Token(Kind kind, String text, int line, int column, int offset) {
    enum Kind {
        /** A name, or a value without quotes. */
        WORD,
        QUOTED,
        /** One of the characters that the grammar knows. */
        SYMBOL,
        /** What the grammar knows nothing of. */
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

    /** The token for a message about it. */
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
