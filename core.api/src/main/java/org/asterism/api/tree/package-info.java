/**
 * Trees of scheduling components: their {@linkplain org.asterism.api.tree.TreeDescription description}, their
 * {@linkplain org.asterism.api.tree.SchedulingTrees declaration}, and the {@linkplain org.asterism.api.tree.TreeView
 * view} of a live tree.
 */
@Export
@Version("1.0.0")
package org.asterism.api.tree;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
