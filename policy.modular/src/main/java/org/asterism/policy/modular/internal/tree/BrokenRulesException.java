package org.asterism.policy.modular.internal.tree;

import java.util.List;

/** A tree that could be built, but not work. */
public final class BrokenRulesException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // an immutable list of strings
    private final List<String> sentences;

    BrokenRulesException(List<String> sentences) {
        super(String.join("; ", sentences));
        this.sentences = List.copyOf(sentences);
    }

    /**
     * What is wrong.
     *
     * @return a sentence for each rule that is broken
     */
    public List<String> sentences() {
        return sentences;
    }
}
