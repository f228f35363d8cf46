package org.asterism.debug;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A way to compare two values. */
enum Comparison {
    EQ("=", false) {
        @Override
        boolean holds(int order) {
            return order == 0;
        }
    },
    NE("!=", false) {
        @Override
        boolean holds(int order) {
            return order != 0;
        }
    },
    LE("<=", true) {
        @Override
        boolean holds(int order) {
            return order <= 0;
        }
    },
    LT("<", true) {
        @Override
        boolean holds(int order) {
            return order < 0;
        }
    },
    GE(">=", true) {
        @Override
        boolean holds(int order) {
            return order >= 0;
        }
    },
    GT(">", true) {
        @Override
        boolean holds(int order) {
            return order > 0;
        }
    };

    private final String sign;
    private final boolean isForNumbers;

    Comparison(String sign, boolean isForNumbers) {
        this.sign = sign;
        this.isForNumbers = isForNumbers;
    }

    /** Whether it holds for values of which the first is smaller (negative), equal (0) or greater (positive). */
    abstract boolean holds(int order);

    boolean isForNumbers() {
        return isForNumbers;
    }

    /** Finds what a sign, or the word that stands for it, means. */
    static Optional<Comparison> of(String typed) {
        return Arrays.stream(values())
                .filter(each -> each.sign.equals(typed)
                        || typed.equals("==") && each == EQ
                        || each.name().toLowerCase(Locale.ROOT).equals(typed))
                .findFirst();
    }

    /** All signs and words, for messages. */
    static String allowed() {
        return Arrays.stream(values())
                .map(each -> each.sign + " (" + each.name().toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
    }
}
