package org.asterism.policy.modular.internal.tree;

import java.util.List;

/** Exception for a tree that can be built but breaks rules, so that it could not work. */
public final class BrokenRulesException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // an immutable list of strings
    private final List<String> sentences;

    BrokenRulesException(List<String> sentences) {
        super(String.join("; ", sentences));
        this.sentences = List.copyOf(sentences);
    }

    /**
     * Returns the broken rules.
     *
     * @return one sentence per broken rule
     */
    public List<String> sentences() {
        return sentences;
    }
}
