package org.asterism.api.model;

import java.util.Objects;

/** Checks the names of models. */
final class Symbols {
    private Symbols() {}

    static String check(String symbol) {
        Objects.requireNonNull(symbol, "symbol");
        if (symbol.isBlank() || !symbol.equals(symbol.strip()) || symbol.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("symbol of a model is '" + symbol
                    + "': give a name that is not blank, does not begin or end with a space, and has no control"
                    + " characters");
        }
        return symbol;
    }
}
