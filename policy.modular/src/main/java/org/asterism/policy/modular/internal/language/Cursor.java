package org.asterism.policy.modular.internal.language;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescriptionException;

/**
 * Position of a description reader: the next tokens and the open brackets. It also creates the exceptions for errors at
 * this position.
 */
final class Cursor {
    private final Tokens tokens;
    private final Deque<Token> open = new ArrayDeque<>();

    Cursor(String text) {
        tokens = new Tokens(text);
    }

    /** Returns the next token without taking it. */
    Token peek() {
        return tokens.peek();
    }

    Token next() {
        return tokens.next();
    }

    /** Takes a filter with its parentheses. The next token must be the opening one. */
    String filter() {
        return tokens.filter();
    }

    /** Whether a bracket is open. */
    boolean isWithin() {
        return !open.isEmpty();
    }

    /** Takes the next token if it is this symbol. */
    boolean skip(String symbol) {
        if (peek().is(symbol)) {
            next();
            return true;
        }
        return false;
    }

    /** Takes the next token, which must be this symbol. */
    void expect(String symbol, String what) {
        if (!skip(symbol)) {
            throw missing(what);
        }
    }

    /** Takes a name. */
    Token name(String what) {
        Token name = peek();
        if (name.kind() != Token.Kind.WORD || !Step.isName(name.text())) {
            String rule = ", which begins with a letter or digit, and has only these, '-', '_' and '.' in it";
            throw missing(name.kind() == Token.Kind.SYMBOL || name.isEnd() ? what : what + rule);
        }
        return next();
    }

    /** Takes the next token, which opens a bracket. */
    void enter() {
        if (open.size() == Coherence.DEEPEST) {
            throw peek().flaw("found " + peek().shown() + " within " + Coherence.DEEPEST
                    + " others that are not closed yet; use parts, '@name', for what is nested deeper");
        }
        open.push(next());
    }

    /** Takes the next token, which must close the innermost bracket. */
    void leave(String symbol, String... could) {
        if (!peek().is(symbol)) {
            throw missing(could);
        }
        next();
        open.pop();
    }

    /** Returns the exception for a next token that is none of the allowed ones. */
    TreeDescriptionException missing(String... could) {
        Token found = peek();
        return found.flaw("found " + found.shown()
                + (tokens.behind() == null ? "" : " behind " + tokens.behind().shown())
                + brackets(found)
                + "; there could stand " + alternatives(could)
                + hint(found));
    }

    private String brackets(Token found) {
        boolean closes = found.is(")") || found.is("]");
        if (open.isEmpty()) {
            return closes ? ", which closes nothing" : "";
        }
        Token opening = open.peek();
        boolean other = closes && !found.is(opening.is("(") ? ")" : "]");
        return found.isEnd() || found.isWord(Words.WHERE) || found.is("/") || other
                ? ", while the " + opening.shown() + " in " + opening.place() + " is not closed"
                : "";
    }

    private String hint(Token found) {
        if (found.is(":") && open.isEmpty()) {
            return ". Groups of workers are written 'each worker: ...'";
        }
        if (List.of("->", "→", ">").contains(found.text())) {
            return ". What is below is written behind '/'";
        }
        if (List.of("'", "“", "”", "„").contains(found.text())) {
            return ". Texts are written in \"straight double quotes\"";
        }
        return "";
    }

    private static String alternatives(String... could) {
        if (could.length == 1) {
            return could[0];
        }
        return String.join(", ", Arrays.copyOf(could, could.length - 1)) + " or " + could[could.length - 1];
    }
}
