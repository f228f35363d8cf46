package org.asterism.policy.modular.internal.registry;

/**
 * Where a tree was declared.
 *
 * @param words for people: {@code shipped}, a file, or a program
 * @param ranking the service ranking of the policy
 * @param expectsComponents whether it is worth a warning that a component is missing
 */
public record TreeSource(String words, int ranking, boolean expectsComponents) {
    /** Came with this bundle. */
    public static final TreeSource SHIPPED = new TreeSource("shipped", 0, false);

    /** Declared by a program. */
    public static final TreeSource PROGRAM = new TreeSource("program", 0, true);
}
