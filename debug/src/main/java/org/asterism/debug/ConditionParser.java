package org.asterism.debug;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a {@link Condition}. For one thread and one text. */
final class ConditionParser {
    /** A name in quotes, a sign, or a word. */
    private static final Pattern TOKEN = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([=!<>]+)|([^\\s=!<>'\"]+)|(\\S)");

    private static final String AND = "and";

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    ConditionParser(String text) {
        this.text = text.strip();
        Matcher matcher = TOKEN.matcher(this.text);
        while (matcher.find()) {
            if (matcher.group(5) != null) {
                throw wrong("a quote is not closed: put names with blanks between two quotes of the same kind");
            }
            String quoted = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            tokens.add(quoted != null ? quoted : matcher.group());
        }
    }

    Condition parse() {
        List<Condition.Term> terms = new ArrayList<>();
        terms.add(term());
        while (next < tokens.size()) {
            String word = tokens.get(next);
            if (!word.equals(AND)) {
                throw wrong("'" + word + "' stands where '" + AND
                        + "' is expected: write comparisons with 'and' between them");
            }
            next++;
            terms.add(term());
        }
        return new Condition(text, List.copyOf(terms));
    }

    private Condition.Term term() {
        Attribute attribute = attribute(take("an attribute is missing; allowed are " + allowedAttributes()));
        String typed = take("a comparison is missing behind '" + attribute.word() + "'; allowed are "
                + Comparison.allowed() + ", each with a value; a shell that redirects at < and > needs the words in "
                + "brackets, or quotes around the condition");
        Comparison comparison = Comparison.of(typed)
                .orElseThrow(() -> wrong("'" + typed + "' is no comparison; allowed are " + Comparison.allowed()));
        String value = take("a value is missing behind '" + attribute.word() + " " + typed + "': give a "
                + (attribute.isNumber() ? "number" : "name"));
        if (!attribute.isNumber()) {
            if (comparison.isForNumbers()) {
                throw wrong("'" + attribute.word() + "' is a name, which '" + typed
                        + "' cannot compare; allowed are = (eq) and != (ne)");
            }
            return new Condition.Term(attribute, comparison, value, Double.NaN);
        }
        return new Condition.Term(attribute, comparison, value, number(attribute, value));
    }

    private String take(String otherwise) {
        if (next == tokens.size()) {
            throw wrong(otherwise);
        }
        return tokens.get(next++);
    }

    private Attribute attribute(String word) {
        for (Attribute each : Attribute.values()) {
            if (each.word().equals(word)) {
                return each;
            }
        }
        throw wrong("there is no attribute '" + word + "'; allowed are " + allowedAttributes());
    }

    private static String allowedAttributes() {
        return String.join(", ", Attribute.words());
    }

    private double number(Attribute attribute, String value) {
        try {
            return new BigDecimal(value).doubleValue();
        } catch (NumberFormatException none) {
            throw wrong(
                    "'" + attribute.word() + "' is a number, and '" + value + "' is none: give one such as 5 or 1e6");
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("condition '" + text + "': " + what);
    }
}
