/**
 * From the description of a tree to its nodes: {@link org.asterism.policy.modular.internal.tree.Plan},
 * {@link org.asterism.policy.modular.internal.tree.Assembler}.
 */
package org.asterism.policy.modular.internal.tree;
