package org.asterism.policy.modular.internal;

import org.asterism.api.tree.TreeDescription;

/**
 * A tree that comes with Asterism.
 *
 * @param name of the policy
 * @param summary what it does, in a sentence
 * @param description how it is built
 */
public record ShippedTree(String name, String summary, TreeDescription description) {}
