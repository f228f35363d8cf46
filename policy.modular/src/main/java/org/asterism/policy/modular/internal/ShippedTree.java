package org.asterism.policy.modular.internal;

import org.asterism.api.tree.TreeDescription;

/**
 * Tree that comes with Asterism.
 *
 * @param name name of the policy
 * @param summary purpose of the policy, in one sentence
 * @param description structure of the tree
 */
public record ShippedTree(String name, String summary, TreeDescription description) {}
