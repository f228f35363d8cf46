package org.asterism.debug;

import java.util.List;
import java.util.Objects;

/**
 * A condition on a task at a point: comparisons that must all hold, such as {@code flops >= 1e6 and context = default}.
 * Immutable.
 *
 * <p>A comparison is an attribute, a sign and a value. The attributes {@code id}, {@code priority}, {@code flops} and
 * {@code bytes} are numbers; {@code codelet}, {@code context}, {@code worker} and {@code arch} (the worker's
 * architecture) are names. The signs {@code =} and {@code !=} compare both. The signs {@code <}, {@code <=}, {@code >}
 * and {@code >=} compare numbers. The words {@code eq ne lt le gt ge} mean the same, for shells that use the signs
 * otherwise. A name with blanks is put in quotes.
 */
public final class Condition {
    /** Holds for every task. */
    public static final Condition ALWAYS = new Condition("", List.of());

    /** One comparison; the number is not-a-number if names are compared. */
    record Term(Attribute attribute, Comparison comparison, String text, double number) {
        boolean holds(Occasion occasion) {
            int order = attribute.isNumber()
                    ? Double.compare(attribute.number(occasion), number)
                    : attribute.text(occasion).compareTo(text);
            return comparison.holds(order);
        }
    }

    private final String text;
    private final List<Term> terms;

    Condition(String text, List<Term> terms) {
        this.text = text;
        this.terms = terms;
    }

    /**
     * Reads a condition.
     *
     * @param text comparisons with {@code and} between them
     * @return the condition
     * @throws IllegalArgumentException if the text is no condition: the message names the wrong part and what is
     *     allowed
     */
    public static Condition parse(String text) {
        return new ConditionParser(text).parse();
    }

    /**
     * The attributes that a condition can compare.
     *
     * @return their names
     */
    public static List<String> attributes() {
        return Attribute.words();
    }

    /**
     * Whether every task fulfils it.
     *
     * @return true for {@link #ALWAYS}
     */
    public boolean isAlways() {
        return terms.isEmpty();
    }

    /**
     * Whether a task fulfils it.
     *
     * @param occasion the task at a point that this condition {@linkplain #requireKnownAt fits}
     * @return whether all comparisons hold
     */
    public boolean holds(Occasion occasion) {
        for (int index = 0; index < terms.size(); index++) {
            if (!terms.get(index).holds(occasion)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Refuses a point at which an attribute is not known yet.
     *
     * @param point where the condition shall be evaluated
     * @throws IllegalArgumentException if it cannot be
     */
    public void requireKnownAt(Point point) {
        for (Term term : terms) {
            if (!term.attribute().isKnownAt(point)) {
                throw new IllegalArgumentException("condition '" + text + "': '"
                        + term.attribute().word() + "' is not known at " + point.word()
                        + ", where no worker has the task; use sched, pop or exec");
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Condition condition && terms.equals(condition.terms);
    }

    @Override
    public int hashCode() {
        return Objects.hash(terms);
    }

    /**
     * The condition as it was written.
     *
     * @return empty for {@link #ALWAYS}
     */
    @Override
    public String toString() {
        return text;
    }
}
