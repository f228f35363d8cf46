package org.asterism.api.tree;

import java.util.List;

/**
 * A tree with a name, under which contexts can use it as a policy.
 *
 * @param name of the policy
 * @param summary the behaviour of the policy, in a sentence
 * @param description its structure
 * @param source the place of the declaration: {@code shipped}, a file, or a program
 * @param missing the kinds of components that the tree needs and that are not available; while any is missing, the
 *     policy is not available either
 */
public record DeclaredTree(
        String name, String summary, TreeDescription description, String source, List<String> missing) {
    /** Copies the list. */
    public DeclaredTree {
        missing = List.copyOf(missing);
    }
}
