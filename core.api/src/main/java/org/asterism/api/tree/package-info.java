/**
 * Trees of scheduling components: {@linkplain org.asterism.api.tree.TreeDescription how they are described},
 * {@linkplain org.asterism.api.tree.SchedulingTrees where they are declared}, and
 * {@linkplain org.asterism.api.tree.TreeView what a live one looks like}.
 */
@Export
@Version("1.0.0")
package org.asterism.api.tree;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
