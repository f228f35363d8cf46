package org.asterism.api.tree;

import java.util.List;

/**
 * A named tree, which therefore is a policy.
 *
 * @param name of the policy
 * @param summary what it does, in a sentence
 * @param description its structure
 * @param source where it was declared: {@code shipped}, a file, or a program
 * @param missing the kinds of components that it needs and that are not there; while any is missing, there is no policy
 *     of the name
 */
public record DeclaredTree(
        String name, String summary, TreeDescription description, String source, List<String> missing) {
    /** Copies the list. */
    public DeclaredTree {
        missing = List.copyOf(missing);
    }
}
