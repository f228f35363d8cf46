package org.asterism.policy.modular.internal.registry;

/**
 * Source of a tree's declaration.
 *
 * @param words description for messages: {@code shipped}, a file, or a program
 * @param ranking service ranking of the policy
 * @param expectsComponents whether a missing component causes a warning
 */
public record TreeSource(String words, int ranking, boolean expectsComponents) {
    /** Source of the trees in this bundle. */
    public static final TreeSource SHIPPED = new TreeSource("shipped", 0, false);

    /** Source of trees that a program declares. */
    public static final TreeSource PROGRAM = new TreeSource("program", 0, true);
}
